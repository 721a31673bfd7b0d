# rules F1 F2 F3: what fails is drawn, so a log cannot say otherwise; a job that fails takes its attempts along.
printf 'job_id,submit_s,after_job,maps,map_s,reduces,copy_s,reduce_s\na,0,,6,100,,,\nb,1,,3,10,2,3,5\nc,,a,1,10,,,\n' >jobs.csv
options='--nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fifo --failure-rate 0.3 --seed 4 jobs.csv'
log() {
    slot-replay --attempts log.csv $options --max-attempts $1 >/dev/null
    slot-audit log.csv slot-replay $options --max-attempts $1 && cut -d, -f1,3-5,7,11-15 log.csv
    most=$1
}
check() {
    echo "$1: $(slot-audit "$2" slot-replay $options --max-attempts $most $3 2>&1)"
}
# damage JOB/TASK/ATTEMPT COLUMN VALUE...
damage() {
    awk -F, -v OFS=, -v damage="$*" '
        BEGIN { n = split(damage, d, " ") }
        NR == 1 { for (i = 1; i <= NF; i++) for (k = 2; k < n; k += 2) if ($i == d[k]) at[k] = i }
        $1 "/" $6 "/" $4 "/" $5 == d[1] { for (k = 2; k < n; k += 2) $at[k] = d[k + 1] } { print }' log.csv >bad.csv
    check "$*" bad.csv
}
echo '--- as often as it takes'
log 100
damage a/map/0/0 outcome done
damage a/map/1/0 outcome failed
damage a/map/0/0 finish_s 85.489538
damage a/map/0/0 outcome killed
damage a/map/0/0 outcome superseded
damage a/map/0/0 outcome evicted
check 'as a rate of 0.05' log.csv '--failure-rate 0.05'
check 'as a rate of 0.6' log.csv '--failure-rate 0.6'
check 'as none' log.csv '--failure-rate 0'
check 'as if once were enough' log.csv '--max-attempts 1'
check 'as if twice were' log.csv '--max-attempts 2'
sed '/^a,default,0,0,1,/d' log.csv >bad.csv; check 'not tried again' bad.csv
echo '--- twice is enough: of a the task 4'
log 2
damage a/map/5/0 finish_s 200 outcome done
damage a/map/5/0 finish_s 115
damage a/map/5/0 killed_for default
damage a/map/0/1 outcome superseded
damage c/map/0/0 ready_s 116 launch_s 116 finish_s 126
damage b/map/0/0 outcome killed finish_s 105
sed '/^c,/d' log.csv >bad.csv; check 'without what comes after' bad.csv
awk -F, -v OFS=, '{ print } $1 == "a" && $4 == 4 && $5 == 1 { $5 = 2; $11 = 120; $13 = 220; $14 = "done"; print }' log.csv >bad.csv; check 'a third time' bad.csv
