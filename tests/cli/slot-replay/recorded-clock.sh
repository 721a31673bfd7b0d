# What a Hadoop log shows of its clock, and what came before a first launch. By hand: ten jobs of four maps of 7 s, one job each 40 s, on one node
# of one slot. A first map comes 6 s after the submission though the slot is free: a set-up. The next maps come GAP after the end before:
# 30 gaps. At 0.1 s they are out-of-band heartbeats; at 0, 1, 2 s in turn the median is 1 s, a heartbeat each 2 s.
make_log() { # GAP...
    echo job_id,submit_s,kind,task_id,hosts,node,locality,launch_s,finish_s,outcome
    for job in 0 1 2 3 4 5 6 7 8 9; do
        at=$((job * 40 + 6)).0
        for task in 0 1 2 3; do
            end=$(echo "$at 7" | awk '{ print $1 + $2 }')
            echo "j$job,$((job * 40)),map,$task,n1,n1,node,$at,$end,done"
            gap=$1; shift; set -- "$@" "$gap"
            at=$(echo "$end $gap" | awk '{ print $1 + $2 }')
        done
    done
}
given() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["first_launches_given"], ($at["within_5_percent"] >= 0.9) }'; }
# Out of band a map is launched as the one before ends: 28 s of maps, after 6 s of set-up and up to 3 s until the next heartbeat.
make_log 0.1 >band.csv
slot-replay --validate band.csv | tee row.csv | tail -n 1 | grep -o '"slots.*'
given <row.csv
slot-replay --as-recorded --quiet band.csv | awk -F, 'NR > 1 { print ($5 - $4 >= 6 && $5 - $4 <= 9) ? "set up" : "at once", $6 - $5 }' | sort | uniq -c
# With a preset nothing is measured.
slot-replay --validate --preset hadoop-fifo band.csv | grep -c 'out-of-band'
make_log 0 1 2 >beat.csv
slot-replay --validate beat.csv | grep -o 'launches came[^;"]*'
# A slot that was taken all the while is no set-up: k waits for j, and its first launch is left to the replay.
printf 'job_id,submit_s,kind,task_id,hosts,node,locality,launch_s,finish_s,outcome\nj,0,map,0,n1,n1,node,0,20,done\nk,1,map,0,n1,n1,node,20,25,done\n' >full.csv
slot-replay --validate full.csv | given
