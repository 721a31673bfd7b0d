# rule C4, LATE 4.1: a task 5 times slower than the mean with 90 % done, and one 2 times slower with 10 % done: the second hurts more and is copied first.
# One job of 6 maps. nC (speed 1) runs four of 337.5 s one after the other, until 1350; nA (0.2) has run one of 300 s since 0, 1500 s in all; nB (0.5) joins
# at 1290 and runs one of 300 s, 600 s in all. At 1350 the first has 90 % and 150 s left, the second 10 % after a minute and 540 s left. Rates a second: four
# done 1/337.5, and 1/1500, 1/600; at the 50th percentile, place ceil(5/2) = 3 of them in order, stands 1/337.5, so both are slow. nC is offered to the second.
cat > cluster.csv <<'C'
node,map_slots,reduce_slots,speed,from_s
nA,1,0,0.2,
nB,1,0,0.5,1290
nC,1,0,1,
C
cat > tasks.csv <<'T'
job_id,submit_s,stage,kind,task_id,duration_s,hosts
a,0,0,map,A,300,nA
a,0,0,map,c1,337.5,nC
a,0,0,map,c2,337.5,nC
a,0,0,map,c3,337.5,nC
a,0,0,map,c4,337.5,nC
a,0,0,map,B,300,nB
T
attempts() { slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --delay wait:1h "$@" --record attempts tasks.csv | cut -d, -f4,5,7,9,11,13,14; }
attempts --speculate late:34%,25,50
echo "at the 25th percentile, place ceil(5/4) = 2, stands 1/337.5 too; at the 20th, place 1, stands B's own rate: only A is slow"
attempts --speculate late:34%,25,25 | grep ,1,
attempts --speculate late:34%,25,20 | grep ,1,
