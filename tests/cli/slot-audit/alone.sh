# rules C1 F3 J5 L4 L6 T2: logs that are wrong in one thing, and in nothing that is looked at before.
check() {
    slot-audit bad.csv slot-replay $options 2>&1
    echo "exit $?"
}
log() { slot-replay --attempts log.csv $options >/dev/null; }

echo '--- L6: y begins though x, its parent, runs to the end'
printf 'job_id,submit_s,stage,parents,kind,task_id,duration_s\na,0,0,,map,x,30\na,0,1,0,map,y,30\n' >jobs.csv
options='--nodes 1 --map-slots 2 --heartbeat 0 --until 20s jobs.csv'
log
{ cat log.csv; echo a,default,1,y,0,map,n1,r1,node,10,10,,,running,; } >bad.csv
check

echo '--- J5: one job at once, and c before b'
printf 'pool,max_jobs\ndefault,1\n' >pools.csv
printf 'job_id,submit_s,maps,map_s\na,0,1,10\nb,1,1,10\nc,2,1,10\n' >jobs.csv
options='--nodes 1 --map-slots 2 --heartbeat 0 --pools pools.csv jobs.csv'
log
sed 's/^b,/x,/; s/^c,/b,/; s/^x,/c,/' log.csv >bad.csv
check

echo '--- F3: task 0 of a fails for the last time; task 1, launched after it, would be done at that instant'
printf 'job_id,submit_s,stage,kind,task_id,duration_s\nw,0,0,map,0,20\na,0,0,map,0,100\na,0,0,map,1,65.489537\n' >jobs.csv
options='--nodes 1 --map-slots 2 --heartbeat 0 --order fifo --failure-rate 0.3 --seed 4 --max-attempts 1 jobs.csv'
log
sed 's/,killed,/,done,/' log.csv >bad.csv
check

echo '--- C1: looks at 80 and 120; the copy of 100 goes with its node at 110, and the next is launched at 112'
printf 'node,map_slots,reduce_slots,speed,from_s,to_s\nn1,2,1,1,,110\nn2,2,1,1,,\nn3,2,1,0.2,,\nn4,2,1,1,,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,8,100\n' >jobs.csv
options='--cluster cluster.csv --heartbeat 0 --placement trace --order fifo --speculate hadoop --speculate-every 40s jobs.csv'
log
awk -F, -v OFS=, '$4 $5 == 42 { $11 = 112; $13 = 212 } $4 $5 == 40 { $13 = 212 } { print }' log.csv >bad.csv
check

echo '--- T2: the copy of 10 and the attempt of 0 both end at 20, and the one launched first is the one that is done'
printf 'node,map_slots,reduce_slots,speed\nn1,1,1,0.5\nn2,1,1,1\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,2,10\n' >jobs.csv
options='--cluster cluster.csv --heartbeat 0 --placement trace --order fifo --speculate hadoop:0,5s --speculate-every 10s jobs.csv'
log
awk -F, -v OFS=, '$4 == 0 { $14 = $5 ? "done" : "superseded" } { print }' log.csv >bad.csv
check

echo '--- L4: a reduce is done at 9, and its last map at 10'
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,2,10,1,2,5\n' >jobs.csv
options='--nodes 1 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fifo --slowstart 0 --admit cpac:4,1 jobs.csv'
log
awk -F, -v OFS=, '$6 == "reduce" { $12 = ""; $13 = 9 } { print }' log.csv >bad.csv
check
