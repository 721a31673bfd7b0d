# rule D12: a pool past its timeout need not wait for its data. Three nodes of one slot, each its own rack. Pool A holds n1 for 200 s, on which all of b's blocks
# lie; pool B, minimum 1, has 5 tasks of 10 s. Checks at 15, 30, ...; Tmin 20 s. B is submitted to at 1, so its clock starts then: 15 is not past it, 30 is. There is nobody to kill, as A
# has no more than its share.
# skips:1000, a round a second: at 30 tasks 0 and 1 go to n2 and n3, at 40 tasks 2 and 3 (the last check was at 30). At 45 two run, the minimum is met:
# the waiver ends, and at 50 task 4 has to let 1000 offers pass. The clock stands at 45; 60 is 15 s past it, 75 is 30 s: task 4 at 75.
# wait:300s: the same up to 40; then the level is 2, that of the last launch, which is kept: task 4 at 50.
cat >tasks.csv <<E
job_id,submit_s,pool,task_id,duration_s,hosts
a,0,A,0,200,n1
b,1,B,0,10,n1
b,1,B,1,10,n1
b,1,B,2,10,n1
b,1,B,3,10,n1
b,1,B,4,10,n1
E
printf 'pool,min_share\nA,\nB,1\n' >pools.csv
replay() { slot-replay --nodes 3 --racks 3 --slots-per-node 1 --placement trace --pools pools.csv --heartbeat 0 "$@" tasks.csv; }
check() { log=$1; shift; slot-audit "$log" slot-replay --nodes 3 --racks 3 --slots-per-node 1 --placement trace --pools pools.csv --heartbeat 0 "$@" tasks.csv; }
kill='--preempt kill:20s,never'
for rule in skips:1000 wait:300s wait:300s,0,clock; do
    echo "$rule"
    # shellcheck disable=SC2086
    replay --delay $rule $kill --attempts log.csv --decisions d.csv >jobs.csv
    grep ^b log.csv | cut -d, -f4,7,9,11
    # shellcheck disable=SC2086
    check log.csv --delay $rule $kill
done
echo "not without preemption, nor with a timeout of its own that never comes: at 200"
replay --delay wait:200s --record attempts | grep -c '^b.*,200,,210'
printf 'pool,min_share,min_share_timeout_s\nA,,\nB,1,1000\n' >pools.csv
# shellcheck disable=SC2086
replay --delay wait:300s $kill --record attempts | grep -c '^b.*,200,,210'
grep b,launch d.csv
