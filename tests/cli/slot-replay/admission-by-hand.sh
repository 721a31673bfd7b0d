# By hand, rules V1 to V7. Rows are: job, first launch to end, outcome, maps launched, killed, slot time of what was killed.
run() { slot-replay --quiet --nodes 1 --slots-per-node 2 --heartbeat 0 --order fifo "$@" | awk -F, 'NR > 1 { print $1 " " ($5 == "" ? "-" : $5) " to " $6 " " $21, $12, $17, $19 }' | sort | paste -sd, | sed 's/,/, /g'; }
cat >hop.csv <<'END2'
job_id,submit_s,pool,maps,map_s,limit_s
a,0,etl,1,30,40
b,1,etl,1,5,9
d,2,long,1,20,30
END2
echo 'rule V1: one at a time in etl: a to 30, then b; d in long beside them'
run --admission 'etl=1;long=1' hop.csv
echo 'rule V4.2: at 10 a hops; long is full until 22, so a loses its 10 s and begins again: 22 to 52. b has its place: 10 to 15'
run --admission 'etl=1,run=10s:long;long=1' hop.csv
echo 'rule V4.1: long takes two: a goes on to 30. b has a place at 10, and a slot at 22'
run --admission 'etl=1,run=10s:long;long=2' hop.csv
echo 'rule V4: nowhere to hop: a ends at 10'
run --admission 'etl=1,run=10s' hop.csv
echo 'rule V4.3: the time in long begins at the hop: a ends at 10 + 15'
run --admission 'etl=1,run=10s:long;long=2,run=15s' hop.csv

cat >line.csv <<'END2'
job_id,submit_s,pool,maps,map_s,priority
a,0,q,1,10,
b,1,q,1,10,
c,2,q,1,10,very_high
d,3,p,1,1,
END2
echo 'rule V1.2: by entry, whatever the priority; d is of no queue'
run --admission 'q=1' line.csv
echo 'rule V3: b and c have waited 5 s at 6 and 7'
run --admission 'q=1,wait=5s' line.csv
echo 'rule V2: c finds one waiting'
run --admission 'q=1,queued=1' line.csv
echo 'rule V7: at 10 the end of a, and the place that it frees, come before the end of b'"'"'s wait of 9 s'
run --admission 'q=1,wait=9s' line.csv
echo 'all of the pools that have no queue are in *'
run --admission '*=1' line.csv

cat >short.csv <<'END2'
job_id,submit_s,pool,maps,map_s,limit_s
a,0,q,1,30,40
b,1,q,1,3,2
c,2,q,1,8,2
d,3,q,1,1,
END2
echo 'rule V5: b and c run beside a. c does so for 5 s, hops to q at 7, and begins again at 30; d, which says nothing, waits before it'
run --slots-per-node 3 --admission 'q=1,short=5s' short.csv
echo 'two places: b has one, and c has it at 7: it goes on'
run --slots-per-node 3 --admission 'q=2,short=5s' short.csv
echo 'rule V6: b and c pass, for good'
run --slots-per-node 3 --admission 'q=1,pass=5s' short.csv
echo 'as many as 2 s are not below 2 s'
run --slots-per-node 3 --admission 'q=1,pass=2s' short.csv

cat >ends.csv <<'END2'
job_id,submit_s,pool,maps,map_s
a,0,p,1,20
b,0,q,1,20
c,1,p,1,1
END2
echo 'rule V7: p first: a begins again behind b, whose place it has at 10. Its 10 s there end at 20'
run --admission 'p=1,run=10s:q;q=1,run=10s' ends.csv
echo 'q first: b has ended when a hops, so a goes on, and its end at 20 comes before its time'
run --admission 'q=1,run=10s;p=1,run=10s:q' ends.csv

echo 'rule V4.2, a MapReduce job: maps 0 to 4, a reduce from 4 on, again at 20: 20 to 24, 24 to 34'
printf 'job_id,submit_s,pool,maps,map_s,reduces,reduce_s\nm,0,p,2,4,1,10\nx,0,q,1,20,0,0\n' >mr.csv
run --slots-per-node 3 --slowstart 1 --admission 'p=1,run=10s:q;q=1' --attempts mr.log mr.csv
cut -d, -f1,3-6,10,11,13,14 mr.log
echo 'set up again, too: a set-up of 6 s that began at 0 does not end at 6'
printf 'job_id,submit_s,pool,maps,map_s,setup_s\nm,0,p,1,4,6\nx,0,q,1,5,0\n' >setup.csv
run --admission 'p=1,run=3s:q;q=1' setup.csv
echo 'rule J1: f comes when a has been ended, g when its place is free'
printf 'job_id,submit_s,after_job,think_s,pool,maps,map_s\na,0,,,q,1,20\nf,,a,0,q,1,3\ng,1,,,q,1,2\n' >after.csv
run --admission 'q=1,run=10s' after.csv
echo 'rule S9.5: a row where a job has to wait, also where it has to begin again'
slot-replay --quiet --nodes 1 --slots-per-node 2 --heartbeat 0 --order fifo --admission 'etl=1,run=10s:long;long=1' --record decisions hop.csv | grep at-limit
