# SPDX-License-Identifier: GPL-3.0-or-later
# YARN's delays (Y1 to Y8): a log passes, and one whose launch came too early does not. Four nodes with a slot; a holds n1 for
# 100 s, b has its block there, so it is offered n2 to n4.
printf 'node,rack,slots\nn1,r1,1\nn2,r2,1\nn3,r3,1\nn4,r4,1\n' >nodes.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s,hosts\na,0,0,map,0,100,n1\nb,0,0,map,0,10,n1\n' >tasks.csv
replay() { slot-replay --quiet --cluster nodes.csv --order fifo --placement trace --heartbeat 1 "$@" tasks.csv; }
audit() { replay --audit bad.csv "$@"; }
# try HEARTBEATS OPTION...: b launches so many heartbeats of its node sooner.
try() {
    by=$1
    shift
    replay --attempts log.csv "$@" | awk -F, '$1 == "b" { print "launched at", $5 }'
    replay --audit log.csv "$@"
    awk -F, -v OFS=, -v by="$by" '$1 == "b" { $11 -= by; $13 -= by } 1' log.csv >bad.csv
    audit "$@"
}
# Y3: above min(4, 2 + 2) offers; there are four of a round at most, so one is not enough.
try 1 --delay capacity:2,2
# Y6: above 0.75 of 4 nodes, then above 4: 4 + 5 offers. A round has four at most, and four looks of full nodes (Y5).
try 2 --delay yarn:0.75,1
# Y7: 5 s and 1 ms, then 3 s and 1 ms.
try 1 --delay yarn-time:5s,3s
# Y4, Y8: a heartbeat of n1 launches one without preference; half of four slots and one.
printf 'node,rack,slots\nn1,r1,4\n' >nodes.csv
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,0,0,4,0,100\n' >tasks.csv
for o in '--off-switch 1' '--per-heartbeat half'; do
    # shellcheck disable=SC2086 # words
    replay --attempts log.csv $o --until 50 >none
    # shellcheck disable=SC2086
    replay --audit log.csv $o --until 50
    awk -F, -v OFS=, 'NR > 1 { $11 = 0; $12 = 0 } 1' log.csv >bad.csv
    # shellcheck disable=SC2086
    audit $o --until 50
done
