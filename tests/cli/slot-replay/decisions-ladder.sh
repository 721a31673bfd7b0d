# rules S9 S10 D4 D7: the ladder of wait-ladder.sh with its decisions. Racks n1 n2 | n3 n4, one slot a node; job long holds n1 until 31, all of j's blocks
# lie on n1, its tasks take 10 s, W1 = 5 s, W2 = 7 s. By hand, j's rows:
#    0  n1 goes to long, which stands before j; n2 passes j by at level 0 (n3, n4 as well: no more rows)
#    5  n2: launch, level 1, waited 5; n3 passes it by at level 1 (n4 too)
#   12  n3: launch, level 2, waited 7; n4: launch, nobody passed it by in between: 0
#   15  n2: launch in the rack, at level 2; from here on level 1
#   22  n3 passes it by at level 1 (n4 too)
#   25  n2: launch, waited 3; n3 passes it by, for a second is over since the last round (H7)
#   31  n1: launch on the node, level 1, waited 6; n3 passes it by at level 0
#   36  n2: launch, level 1, waited 5; n3 passes it by     41  n1: launch, waited 5
# Sum of the launches' wait_s: 5 + 7 + 0 + 0 + 3 + 6 + 5 + 5 = 31 = waited_s.
cat >tasks.csv <<E
job_id,submit_s,stage,kind,task_id,duration_s,hosts
long,0,0,map,0,31,n1
j,0,0,map,0,10,n1
j,0,0,map,1,10,n1
j,0,0,map,2,10,n1
j,0,0,map,3,10,n1
j,0,0,map,4,10,n1
j,0,0,map,5,10,n1
j,0,0,map,6,10,n1
j,0,0,map,7,10,n1
E
replay() { slot-replay --nodes 4 --racks 2 --slots-per-node 1 --placement trace --order fifo --delay wait:5s,7s --heartbeat 0 "$@" tasks.csv; }
replay --decisions d.csv | cut -d, -f1,20
cat d.csv
echo "rule S12: the same in sentences; j's time is 51 s, 0-5, 5-12, 22-31, 31-36 and 36-41 of it between a pass and the next row"
replay --explain j --decisions of_j.csv
grep -v ',long,launch' d.csv | cmp - of_j.csv
echo "with runs the rows begin with them"
replay --record decisions --runs 2 | grep -n -m 1 ^2,
replay --explain nobody
