# rules Z1, Z2, Z3, Z4, Z5, Z6: tasks take CPUs and memory of their node beside a slot. DRF's example (Ghodsi and others, NSDI 2011, 4.1): of 9 CPUs and 18 GB A's tasks
# take <1, 4> and B's <3, 1>: three tasks of A and two of B, 2/3 of the dominant resource each; table 1 has the steps: B, A, B, A, A (here A first, as A and B tie).
jobs() { printf 'job_id,submit_s,pool,maps,map_s,task_cpus,task_memory\na,0,A,60,10,%s\nb,0,B,60,10,%s\n' "$@"; }
at_0() { slot-replay --heartbeat 0 --placement uniform --record attempts "$@" - | awk -F, 'NR > 1 && $11 == 0 { n[$1]++; s = s " " $1 } END { printf "a %d, b %d\n", n["a"], n["b"] }'; }
one='--nodes 1 --slots-per-node 400'
jobs 1,4 3,1 | at_0 $one --node-cpus 9 --node-memory 18 --order drf
echo 'ten times that: 30 and 20. By tasks (hfs) both get the same number, for 22.5 of each there are CPUs, the last 2 go to A'
jobs 1,4 3,1 | at_0 $one --node-cpus 90 --node-memory 180 --order drf
jobs 1,4 3,1 | at_0 $one --node-cpus 90 --node-memory 180 --order hfs
echo 'A of weight 2: 4x/180 = 2 * 3y/90 and 4x + y = 180: x = 41.5, y = 13.8; for a 42nd task of A there are 3 GB, of which B takes 16 - 13'
printf 'pool,weight\nA,2\nB,1\n' >weights.csv
jobs 1,4 3,1 | at_0 $one --node-cpus 90 --node-memory 180 --order drf --pools weights.csv
echo 'one resource alone: max-min of it. CPUs: x = 3y, 90; memory: 4x = y, 180, of which B has 60 tasks no more'
jobs 1,4 3,1 | at_0 $one --node-cpus 90 --order drf
jobs 1,4 3,1 | at_0 $one --node-memory 180 --order drf
echo 'nodes differ: only n2 has room for b (Z3); what a node says goes before the option'
printf 'node,rack,slots,cpus,memory\nn1,r1,4,2,\nn2,r1,4,,8\n' >nodes.csv
jobs 1,1 3,4 | slot-replay --cluster nodes.csv --node-cpus 4 --node-memory 2 --heartbeat 0 --placement uniform --order drf --record attempts | awk -F, 'NR > 1 && $11 == 0 { print $1, $7 }'
echo 'taken to the end of the attempt (Z2): two tasks of 2 CPUs after one another, not side by side'
printf 'job_id,submit_s,maps,map_s,task_cpus\na,0,2,10,2\n' | slot-replay --nodes 1 --map-slots 4 --node-cpus 3 --heartbeat 0 | cut -d, -f1,6
echo 'a job fails: its pool takes nothing from then on, as B; the tie goes to a2, which came first'
printf 'job_id,submit_s,pool,maps,map_s,task_cpus\na,0,A,2,100,2\na2,1,A,1,10,4\nb,2,B,1,10,4\n' | slot-replay --nodes 1 --slots-per-node 4 --node-cpus 4 --order drf --heartbeat 0 --placement uniform --failure-rate 0.3 --max-attempts 1 --seed 4 --record attempts - | cut -d, -f1,4,11,13,14
echo 'why'
jobs 1,4 3,1 | slot-replay $one --node-cpus 9 --node-memory 18 --order drf --heartbeat 0 --record decisions | grep at-limit | head -1
echo 'said and refused'
try() { slot-replay "$@" 2>&1 >/dev/null; }
jobs 1,4 3,1 | try --nodes 2
jobs 1, , | try $one --node-cpus 9 --node-memory 18
jobs 1,4 3,1 | try $one --node-cpus 2
jobs 1,4 3,1 | try $one --node-cpus 90 --node-memory 3
jobs 1,4 3,1 | try $one --order drf
jobs 1,4 3,1 | try --nodes 1 --order drf --node-cpus 9
jobs 1,4 3,1 | try $one --node-cpus 9 --width slots
jobs 1,4 3,1 | try --nodes 1 --node-cpus 9 --global quincy --heartbeat 0
jobs 1,4 -3,1 | try $one --node-cpus 9
printf 'node,slots,cpus,from_s,to_s\nn1,2,4,0,5\nn1,2,3,5,\n' >nodes.csv
jobs 1,4 3,1 | try --cluster nodes.csv
