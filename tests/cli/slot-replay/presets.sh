# Each preset runs, and is the options it stands for (docs/man/slot-replay.1): the same rows with them spelt out.
printf 'job_id,submit_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s\na,0,40,20,0.3,4,2,30\nb,7,9,10,0.3,0,,\nc,11,3,5,0,2,1,4\n' >jobs.csv
two='--nodes 12 --racks 3 --map-slots 2 --reduce-slots 1'
one='--nodes 12 --racks 3 --slots-per-node 3'
hadoop='--heartbeat 3s --out-of-band no --per-heartbeat 1 --commit-pending 3s' # 12 nodes: max(3 s, 12/100 s)
same() {
    slot-replay $two --preset $1 jobs.csv >preset.csv
    shift
    slot-replay "$@" jobs.csv | cmp - preset.csv && echo "$*"
}
same hadoop-fifo $two $hadoop --order fifo
same naive-fair $two $hadoop --order fair
same hadoop-0.19-fair $two $hadoop --order deficit:500ms,1,0
same hadoop-hod $two $hadoop --order hod:2
same lo-cheng $two $hadoop --order modified-fair --delay adaptive
same fair-tr $two $hadoop --order fair-gap --delay wait:15s,15s,shipped --preempt kill:5m,10m --admit cpac:3,1 # TR 4.2, 5.2: docs/decisions/fair-tr.md
same hfs $two $hadoop --order hfs --delay wait:5s,5s,shipped
same yarn-fair $one --order hfs --heartbeat 1s --out-of-band no --per-heartbeat 1 --give-back yes
same capacity $one --order capacity --delay capacity:40 --heartbeat 1s --out-of-band no --per-heartbeat 100 --off-switch 1 --give-back yes
same spark-2 $one --order fifo --offers spark-2 --delay spark:3s,3s,3s
same spark-3 $one --order fifo --offers spark-3 --delay spark:3s,3s,3s
same spark-3 $one --order fifo --delay spark:3s,3s,3s
same mesos $one --order offers:1s,5s --delay wait:5s,0,clock
same condor $one --order negotiate:60s,20s,20m,1d,0.5 --delay none
same db-admission $one --order fair --heartbeat 0 --admission '*=5,short=20s'
same quincy $one --heartbeat 0 --global quincy:preempt=yes
echo "fair-tr with one kind of slot has no reduces to split"
slot-replay $one --preset fair-tr jobs.csv >preset.csv
slot-replay $one $hadoop --order fair-gap --delay wait:15s,15s,shipped --preempt kill:5m,10m jobs.csv | cmp - preset.csv && echo so
echo "options override a preset wherever they stand"
slot-replay $two --order fair --preset hadoop-fifo jobs.csv >a.csv
slot-replay $two --preset naive-fair jobs.csv | cmp - a.csv && echo so
