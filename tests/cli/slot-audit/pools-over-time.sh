# rules O30, O31, J5: logs made with pools that change are clean, and not clean without the changes, or with others; by hand: launches above a new
# maximum, and a job let in before there was room.
options='--nodes 1 --map-slots 8 --reduce-slots 0 --heartbeat 0'
printf 'job_id,submit_s,pool,user,maps,map_s\na,0,p,x,24,10\nb,0,q,y,24,10\nc,3,p,x,3,10\n' >jobs.csv
printf 'pool\np\nq\n' >even.csv
printf 'pool,max_maps,from_s\np,,\nq,,\np,2,10\n' >most.csv
printf 'pool,max_jobs,from_s\np,1,\nq,,\np,2,15\n' >jobs-at-once.csv
for pools in most jobs-at-once; do
    slot-replay --attempts log.csv $options --pools $pools.csv jobs.csv >/dev/null
    echo "$pools: $(slot-audit log.csv slot-replay $options --pools $pools.csv jobs.csv 2>&1; echo "exit $?")"
    echo "$pools as if nothing changed: $(slot-audit log.csv slot-replay $options --pools even.csv jobs.csv 2>&1)"
    slot-replay --attempts even.log $options --pools even.csv jobs.csv >/dev/null
    echo "nothing changed, as if $pools: $(slot-audit even.log slot-replay $options --pools $pools.csv jobs.csv 2>&1)"
done
echo '--- a maximum of 2 from 10 on: one of b at 10 is a third of a'
slot-replay --attempts log.csv $options --pools most.csv jobs.csv >/dev/null
awk -F, -v OFS=, '$1 == "a" && $4 == 5 { $11 = 10; $13 = 20 } $1 == "b" && $4 == 9 { $11 = 20; $13 = 30 } { print }' log.csv >bad.csv
slot-audit bad.csv slot-replay $options --pools most.csv jobs.csv
echo '--- room for c from 15 on: it is ready at 15, not at 12'
slot-replay --attempts log.csv $options --pools jobs-at-once.csv jobs.csv >/dev/null
awk -F, -v OFS=, '$1 == "c" { $10 = 12 } { print }' log.csv >bad.csv
slot-audit bad.csv slot-replay $options --pools jobs-at-once.csv jobs.csv
echo '--- killed for a minimum that comes at 12 with a timeout of 3 s; no timeout at any time'
printf 'job_id,submit_s,pool,maps,map_s\na,0,q,8,100\nb,5,p,4,10\n' >late.csv
printf 'pool,min_maps,min_share_timeout_s,from_s\nq,,,\np,,,\np,2,3,12\n' >kill.csv
printf 'pool,min_maps,min_share_timeout_s,from_s\nq,,,\np,,,\np,2,,12\n' >never.csv
kill='--preempt kill:never,never --preempt-every 5s'
slot-replay --attempts log.csv $options $kill --pools kill.csv late.csv >/dev/null
slot-audit log.csv slot-replay $options $kill --pools kill.csv late.csv; echo "exit $?"
slot-audit log.csv slot-replay --quiet $options $kill --pools never.csv late.csv
