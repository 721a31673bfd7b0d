# Min-cost flow by hand (rules Q1, Q2, Q3, Q4, Q5). --slots-per-node 1 unless said.
trace() { printf 'job_id,submit_s,kind,task_id,duration_s,hosts\n'; cat; }
quincy() { spec=$1; shift; slot-replay --placement trace --heartbeat 0 --global "$spec" --record attempts "$@" | cut -d, -f1,4,7,9,11 | sed 1d; }

echo "Q2: task 0 could run on n1 or n2, task 1 on n1 alone; together both are at home, in turn task 0 is on n1"
trace >both.csv <<END
a,0,task,0,10,n1|n2
a,0,task,1,10,n1
END
quincy quincy --nodes 2 --racks 2 --slots-per-node 1 both.csv
echo "in turn"
slot-replay --placement trace --heartbeat 0 --order fifo --record attempts --nodes 2 --racks 2 --slots-per-node 1 both.csv | cut -d, -f1,4,7,9,11 | sed 1d

# n1 is taken until 10; b's 2^27 bytes cost 250 thousandths off the rack, 125 in it, and waiting 500 a second.
trace >wait.csv <<END
a,0,task,0,10,n1
b,0.5,task,0,4,n1
END
echo "Q1, Q3: looked at again at 1.5, when b has waited 1 s for 500"
quincy quincy:share=none --nodes 2 --racks 2 --slots-per-node 1 wait.csv
echo "every quarter of a second: at 1, when waiting costs what moving does"
quincy quincy:share=none --revive 250ms --nodes 2 --racks 2 --slots-per-node 1 wait.csv
echo "n2 in the rack: at 0.75"
quincy quincy:share=none --revive 250ms --nodes 2 --slots-per-node 1 wait.csv
echo "waiting ten times cheaper: 5 s"
quincy quincy:share=none,wait=0.05 --revive 250ms --nodes 2 --racks 2 --slots-per-node 1 wait.csv
echo "the core switch dear: n1 is free before"
quincy quincy:share=none,any=100 --nodes 2 --racks 2 --slots-per-node 1 wait.csv
echo "Q4: under share=fair a free slot is used at once"
quincy quincy --nodes 2 --racks 2 --slots-per-node 1 wait.csv
echo "Q1: every 5 s, no sooner"
quincy quincy:every=5s --nodes 2 --racks 2 --slots-per-node 1 wait.csv

echo "Q4: four slots, shares 2 and 2; then 3 and 1 by weight; then pool p may run 1"
shares() { slot-replay --heartbeat 0 --global quincy --record attempts --nodes 4 --slots-per-node 1 "$@" | cut -d, -f1,11 | grep ',0$' | sort | uniq -c | tr -s ' '; }
printf 'job_id,submit_s,pool,weight,maps,map_s\na,0,p,1,6,10\nb,0,q,1,6,10\n' >two.csv
printf 'job_id,submit_s,pool,weight,maps,map_s\na,0,default,3,6,10\nb,0,default,1,6,10\n' >weights.csv
printf 'pool,max_share\np,1\nq,\n' >pools.csv
shares two.csv
shares weights.csv
shares --pools pools.csv two.csv
echo "share=none: pools are not looked at: four at a time"
slot-replay --heartbeat 0 --global quincy:share=none --record attempts --nodes 4 --slots-per-node 1 --pools pools.csv two.csv | sed 1d | cut -d, -f11 | sort | uniq -c | tr -s ' '

echo "decisions: where it went and what that and waiting would have cost"
slot-replay --placement trace --heartbeat 0 --global quincy:share=none --nodes 2 --racks 2 --slots-per-node 1 --record decisions wait.csv
