# rules Y13, Y14: the time lines of YARN 3.3.6's own schedulers, kills by time and pool, on 100 slots (its updates at multiples of half a second).
# Fair: share 50, threshold .5: 25 after 30 + 15 s; weights 1 to 3: 37 of 37.5; a minimum of 30, demand 40: 10 by a fault of Hadoop's each 25 s; with demand 100 it is 70, and 50 may go;
# inside a full pool as between two; a second job half a second later: 12 each. Capacity: 2 % each 18 s; nothing at 54 of 50.
kills() { slot-replay --quiet --cluster nodes.csv --placement trace --until 150 --record attempts "$@" trace.csv | awk -F, '$14 == "killed" { n[$13 "," $2]++ } END { for (k in n) print k "," n[k] }' | sort -n; }
for n in $(seq 50); do echo "n$n,r1,2"; done | sed '1inode,rack,slots' >nodes.csv
jobs() { echo job_id,submit_s,pool,maps,map_s; printf '%s\n' "$@"; }
fair() { echo "--- $1"; printf 'pool,weight,min_share\n%s\n' "$2" >pools.csv; shift 2; kills --preset yarn-fair --pools pools.csv "$@"; }
jobs ja,0,a,300,300 jb,60,b,100,300 >trace.csv
fair newcomer 'a,1,
b,1,' --preempt yarn:never,30s
fair 'threshold 1, killed at once' 'a,1,
b,1,' --preempt yarn:never,30s,1,0
fair 'weights 1 to 3' 'a,1,
b,3,' --preempt yarn:never,30s
fair 'minimum 30' 'a,1,
b,1,30' --preempt yarn:10s,never
fair 'no timeouts' 'a,1,
b,1,30' --preempt yarn:never,never
jobs ja,0,a,300,300 jb,60,b,40,300 >trace.csv
fair 'minimum 30, demand 40' 'a,1,
b,1,30' --preempt yarn:10s,never
jobs ja,0,a,300,300 jb,60,a,100,300 >trace.csv
fair 'inside a pool' 'a,1,' --preempt yarn:never,30s
jobs ja,0,a,300,300 jb1,60,b,100,300 jb2,60.5,b,100,300 >trace.csv
fair 'two jobs' 'a,1,
b,1,' --preempt yarn:never,30s
printf 'pool,capacity\na,0.5\nb,0.5\n' >pools.csv
jobs ja,0,a,300,300 jb,60,b,100,300 >trace.csv
echo '--- capacity'; kills --preset capacity --pools pools.csv --preempt capacity
jobs ja,0,a,54,300 jb0,0.5,b,46,3000 ja2,1,a,100,300 jb,60,b,100,300 >trace.csv
echo '--- dead zone'; kills --preset capacity --pools pools.csv --preempt capacity
# Y13.8: four slots, of which b is owed one. n1 beats at 0.25, 1.25 ...; its attempt ends at 89.85, and is the first to be chosen at 90: nothing is killed, and b has its slot from 90.25 on.
for n in 1 2 3 4; do echo "n$n,r1,1"; done | sed '1inode,rack,slots' >four.csv
printf 'pool,weight\na,1\nb,1\n' >pools.csv
printf '%s\n' job_id,submit_s,pool,stage,kind,task_id,duration_s ja,0,a,0,task,0,300 ja,0,a,0,task,1,89.6 ja,0,a,0,task,2,300 ja,0,a,0,task,3,300 jb,60,b,0,task,0,300 >trace.csv
echo '--- ended, and not yet heard of'
slot-replay --quiet --cluster four.csv --placement trace --preset yarn-fair --pools pools.csv --preempt yarn:never,30s --until 150 --record attempts trace.csv | cut -d, -f1,7,11,13,14
# The same where that attempt is all of its job, j2, which has ended: the second job of a fifo pool has no share. Else one of j3 is killed at 105.
printf '%s\n' job_id,submit_s,pool,stage,kind,task_id,duration_s j1,0,a,0,task,0,300 j2,0,a,0,task,0,89.6 j3,0,a,0,task,0,300 j3,,a,0,task,1,300 jb,60,b,0,task,0,300 >trace.csv
printf 'pool,weight,policy\na,1,fifo\nb,1,\n' >pools.csv
slot-replay --quiet --cluster four.csv --placement trace --preset yarn-fair --pools pools.csv --preempt yarn:never,30s --until 150 --record attempts trace.csv | cut -d, -f1,7,11,13,14
# Y13.5: looks that change nothing are left out, but jobs rest on. j4 lacks 0.83 at 115.5 and each 25 s after that. At 215.5 j1 has ended, but
# its node tells of it at 216.1, so its pool shares (Y13). At 240.5 j4 lacks 1.25, and is owed one, which is killed at 255.5, as YARN 3.3.6 itself does.
for n in 1 2 3 4 5 6 7 8 9 10; do echo "n$n,r1,1"; done | sed '1inode,rack,slots' >ten.csv
printf 'pool\nq0\nq1\nq2\n' >pools.csv
printf '%s\n' job_id,submit_s,pool,maps,map_s j0,0,q0,10,300.393341 j1,18.5,q2,1,150.104654 j2,34,q1,9,300.098687 j3,56.5,q1,14,100.254414 \
    j4,85.5,q0,9,100.232245 j5,97.5,q1,16,100.381128 >trace.csv
echo '--- looks left out'
slot-replay --quiet --cluster ten.csv --preset yarn-fair --drift none --per-heartbeat 1 --pools pools.csv --preempt yarn:5s,30s --until 260 --record attempts trace.csv |
    awk -F, '$14 == "killed" { print $1, $13, $15 }'
echo '--- refused'
for with in '--preempt yarn:5' '--preempt yarn:1,2,3,4,5' '--preempt yarn:1,2,x' '--preempt yarn:1,2 --order fifo' '--preempt yarn:1,2 --order usage:1h,1m,0,product' '--preempt yarn:1,2 --delay wait:5' '--preempt capacity' '--preempt capacity:soon'; do
    # shellcheck disable=SC2086 # words
    slot-replay --cluster nodes.csv $with trace.csv >refused.out; echo "exit $?"
done
# K6, Y14: a and b have half a slot each, and their parent one. By hand: a runs 1 of 0.5, above 1.1 times that, while b waits. Its attempt is chosen at 3 and
# killed W later, and a is first again: at 18, 36 and so on, by 1,000 s 55 times. Before its end time that is a warning.
printf 'pool,parent,capacity,max_capacity\np,,0.1,0.1\nq,,0.9,1\na,p,0.05,0.1\nb,p,0.05,0.1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,2,100\nb,1,b,2,100\n' >ever.csv
for heartbeat in 0 1; do
    slot-replay --nodes 1 --slots-per-node 10 --order capacity --heartbeat $heartbeat --preempt capacity --pools pools.csv ever.csv
done
slot-replay --nodes 1 --slots-per-node 10 --order capacity --preempt capacity --pools pools.csv --until 1000 ever.csv | cut -d, -f1,17
