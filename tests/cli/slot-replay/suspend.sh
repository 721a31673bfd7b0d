# rule K7 K7.1 K7.2 K7.3 K7.4 K7.5
# 2 nodes of 2 map slots. Job a of pool A holds them from 0 with 4 tasks of 100 s; b (30 s each) comes to pool B, minimum 2, at 5. At the check
# at 30 B has been below its minimum for 25 > 20 s: the newest two of a, t2 and t3 on n2, are suspended with 70 s left.
printf 'pool,min_maps\nA,\nB,2\n' >pools.csv
replay() { slot-replay --quiet --nodes 2 --map-slots "$@" --pools pools.csv --heartbeat 0; }
jobs() { printf 'job_id,submit_s,pool,maps,map_s\na,0,A,4,100\nb,5,B,%s,30\n' "$1"; }
log() { cut -d, -f1,4,5,7,11,13- | sort -t, -k5n -k1,1 -k2n; }
echo 'b has 2 tasks, to 60: then A wants 4 of 4 slots and goes on there, to 60 + 70 = 130'
jobs 2 | replay 2 --preempt suspend:20s,never --record attempts | log
echo 'nothing is wasted or killed, and 6 launches ran 4 tasks; a killed pair begins again, to 60 + 100, and 2 x 30 s are wasted'
for rule in suspend kill; do
    jobs 2 | replay 2 --preempt $rule:20s,never | grep ^a | cut -d, -f1,6,12,17,19
done
# b has 10 tasks, so A's share is 2: at 60 and 90, while A runs t0 and t1, n2 goes to b. At 100 A runs none, but n1 is not t2's node: b launches
# there. At 120, when n2 frees, A has 0 of its 2: t2 and t3 go before b's last two, which follow at 130 on n1. a ends at 120 + 70.
echo 'b has 10 tasks'
jobs 10 | replay 2 --preempt suspend:20s,never --record attempts | log | awk -F, '$5 >= 90'
# Nodes of a slot, B's minimum 1: b's first task has its data on n2 and its second on n1, for which it waits. At 60 A has its share of 1, so n2 is
# offered first; nobody takes it, and a's t1 goes on (70 s left). At 75 B, below its minimum since the check at 45, gets it again: its tasks need not wait then.
# t1 goes on at 105, with 55 s left.
echo 'a slot that is left over'
printf 'pool,min_maps\nA,\nB,1\n' >pools.csv
printf 'job_id,submit_s,pool,task_id,duration_s,hosts,kind\na,0,A,t0,100,n1,map\na,0,A,t1,100,n2,map\nb,5,B,t0,30,n2,map\nb,5,B,t1,30,n1,map\n' |
    replay 1 --preempt suspend:20s,never --placement trace --delay wait:1000s --record attempts | log
# A pool at its maximum resumes none: A may run 1, so what B took at 30 goes on when t0 is done, at 100, though n2 is free from 60 on.
echo 'at its maximum'
printf 'pool,from_s,min_maps,max_maps\nA,0,,\nA,10,,1\nB,0,1,\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,2,100\nb,5,B,1,30\n' | replay 1 --preempt suspend:20s,never --record attempts | log
# One kind of slot: a reduce is killed. r's map ends at 10, its reduce would at 10 + 1 + 50; at the check at 15 B takes its slot, and at 45 it begins
# again, to 96.
echo 'a reduce is killed'
printf 'pool,min_share\nA,\nB,1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces,copy_s,reduce_s\nr,0,A,1,10,1,1,50\nb,12,B,1,30,0,,\n' |
    slot-replay --quiet --nodes 1 --slots-per-node 1 --pools pools.csv --heartbeat 0 --preempt suspend:0,never --record attempts | log
