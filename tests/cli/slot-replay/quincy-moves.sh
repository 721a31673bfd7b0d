# Running tasks in the flow (rule Q7), by hand. A task's 2^27 bytes cost 12,500 thousandths off the rack with any=100.
trace() { printf 'job_id,submit_s,kind,task_id,duration_s,hosts\n'; cat; }
quincy() { spec=$1; shift; slot-replay --placement trace --heartbeat 0 --nodes 2 --racks 2 --slots-per-node 1 --global "quincy:preempt=yes,$spec" --record attempts "$@" | cut -d, -f1,4,5,7,9,11,13,14 | sed 1d; }
at() { printf 'b,0,task,0,%s,n1\na,0.5,task,0,30,n1\n' "$1" | trace; }

echo "Q7.3: a runs on n2 for want of n1, which is free at 12.4: 12,500 - 11,000 is more than nothing"
at 12.4 | quincy any=100 -
echo "at 13.4, after 12.9 s, which are 12 whole ones: it still moves"
at 13.4 | quincy any=100 -
echo "at 13.5, 13 s: it stays"
at 13.5 | quincy any=100 -
echo "where a second costs a tenth less, it moves: 12,500 - 0.9 x 13,000"
at 13.5 | quincy any=100,run=0.9 -
echo "12,000 - 12,000: it stays between equals"
at 12.5 | quincy any=96 -
echo "preempt=no: it stays whatever it costs"
at 12.4 | quincy any=100,preempt=no -

echo "Q7.4: b's share of two slots is one, at once; a's younger task is killed, whose 3 s are wasted"
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,task,0,5,\na,0,task,1,20,\na,0,task,2,20,\nb,8,task,0,4,\n' >shares.csv
quincy share=fair shares.csv
echo "Q7.1: under share=none what came first stays"
quincy share=none shares.csv
echo "Q7.2: n1 has one slot from 5 on and runs two tasks to their end at 12; none is killed for b, whose slot would be gone"
printf 'node,rack,slots,from_s,to_s\nn1,r1,2,,5\nn1,r1,1,5,\nn2,r2,1,,\n' >nodes.csv
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,task,0,30,n2\nc,2,task,0,10,n1\nc,2,task,1,10,n1\nb,6,task,0,5,n1\n' >gone.csv
slot-replay --placement trace --heartbeat 0 --cluster nodes.csv --global quincy:preempt=yes --record attempts gone.csv | cut -d, -f1,4,5,7,9,11,13,14 | sed 1d
slot-replay --preset quincy --nodes 2 --preempt kill:1s,1s shares.csv
