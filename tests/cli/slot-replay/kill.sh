# rule K1 K2 K3 K4 K5 S8
# 10 map slots. Job a of pool A holds them all from 0 with tasks of 300 s; job b (10 tasks of 30 s) comes to pool B, minimum 4, at 5.
# Checks at 15 and 30: B's clocks started at 5, so it has been below its minimum for 25 > 20 s at 30 first: due min(4, 10) - 0 = 4 tasks, the
# newest: a's tasks were launched n1 ... n5, two each, so those on n5 and then n4. Its share is 10/2 = 5 (A has no minimum, B's 4 is less): past
# 60 s, that is at the check at 75 (70 s after 5), one more: the newest of A that is left, on n3. A then runs 5 = its share and loses no more.
cat > pools.csv <<'P'
pool,min_maps
A,
B,4
P
cat > jobs.csv <<'J'
job_id,submit_s,pool,maps,map_s
a,0,A,20,300
b,5,B,10,30
J
slot-replay --nodes 5 --map-slots 2 --pools pools.csv --heartbeat 0 --preempt kill:20s,60s,tr --record attempts jobs.csv >log.csv
grep killed log.csv | cut -d, -f1,7,11,13-
awk -F, '$1 == "b" && $11 < 100 { n[$11]++ } END { print "b launches at 30:", n[30], "at 60:", n[60], "at 75:", n[75] }' log.csv
echo "with half: below half its share of 5 means below 2, which 4 is not"
slot-replay --nodes 5 --map-slots 2 --pools pools.csv --heartbeat 0 --preempt kill:20s,60s,half --record attempts jobs.csv | grep -c ,killed,
echo "never: nothing is killed"
slot-replay --nodes 5 --map-slots 2 --pools pools.csv --heartbeat 0 --preempt kill:never,never --record attempts jobs.csv | grep -c ,killed,
echo "a killed task comes back as attempt 1, and the job counts it: wasted 4 x 30 + 75"
grep '^a,A,0,9,1,' log.csv | cut -d, -f14
slot-replay --nodes 5 --map-slots 2 --pools pools.csv --heartbeat 0 --preempt kill:20s,60s,tr jobs.csv | cut -d, -f1,12,17,19
echo "fifo gives the slot back to the task that was killed, each time: the thousandth is an error (K6)"
printf 'pool,min_share\na,0\nb,2\n' >two.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,4,100\nb,10,b,4,30\n' >ever.csv
slot-replay --nodes 1 --slots-per-node 2 --order fifo --preempt kill:5s,10s --pools two.csv ever.csv
slot-replay --nodes 5 --preempt kil:1 jobs.csv
slot-replay --nodes 5 --preempt kill:1 jobs.csv
