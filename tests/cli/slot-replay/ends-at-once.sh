# rules T2, A2, A3, B9, H2, K5: what a kill or a change of speed makes end at this very instant has ended before any slot is offered.
# A node with two reducers of which one computes, one of a job. b's minimum of 2 slots is not its: at 0 its first reduce copies (to 1), so its second may not start, and
# a's computes. The check at 5 kills a's; b's first computes, for 0 s, and so has ended: the slot of the killed one goes to b's second, not back to a.
printf 'pool,min_reduces\nA,\nB,2\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces,copy_s,reduce_s\na,0,A,0,,1,0,300\nb,0,B,0,,2,1,0\n' >jobs.csv
run() {
    slot-replay --nodes 1 --order hfs --preempt kill:3,never --preempt-every 5 --pools pools.csv --admit cpac:2,1,1 --out-of-band no "$@" --attempts log.csv jobs.csv >out.csv
    cut -d, -f1,4,5,7,11-14 log.csv
    slot-audit log.csv slot-replay --nodes 1 --order hfs --preempt kill:3,never --preempt-every 5 --pools pools.csv --admit cpac:2,1,1 --out-of-band no "$@" --quiet jobs.csv
}
echo "the next heartbeat of the node's own is at 20: b's two ended slots are free then, and a starts again"
run --heartbeat 20
echo "one is at 5: the slot of b's first is free in it, too, so a starts again at 5 (b's second copies to 6, and then waits for a to have computed)"
run --heartbeat 5
# Slots n1, n2, n3 go to z, b, a at 0 (fair, then by place). At 5 n3 is four times as fast: of the microsecond that a's task has left, a quarter is
# none. z ends at 5, too: n1 asks first, when a has nothing running and b one task, so a gets it and b n3.
printf 'node,map_slots,reduce_slots,speed,from_s,to_s\nn1,1,0,1,,\nn2,1,0,1,,\nn3,1,0,1,,5\nn3,1,0,4,5,\n' >cluster.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s\nz,0,0,map,0,5\nb,0,0,map,0,20\nb,0,0,map,1,20\na,0,0,map,0,5.000001\na,0,0,map,1,7\n' >jobs.csv
slot-replay --cluster cluster.csv --order fair --heartbeat 0 --attempts log.csv jobs.csv >out.csv
cut -d, -f1,4,7,11,13 log.csv
slot-audit log.csv slot-replay --cluster cluster.csv --order fair --heartbeat 0 --quiet jobs.csv
