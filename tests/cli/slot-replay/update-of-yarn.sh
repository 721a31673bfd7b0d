# rule Y18, by hand: updates at multiples of 0.5, n1's heartbeats at those of 0.9. a and b, of 0.5 and 0.6, are known from 1 on: nothing launches
# at 0.9, all at 1.8. Without updates all launches at 0.9.
printf 'job_id,submit_s,maps,map_s\na,0.5,2,2\nb,0.6,1,2\n' >jobs.csv
r='slot-replay --nodes 1 --slots-per-node 4 --preset yarn-fair --per-heartbeat all --heartbeat 0.9 --record attempts'
$r --update 500ms jobs.csv | cut -d, -f1,4,11
$r jobs.csv | cut -d, -f1,4,11
# Y18.1: at 5 a's first stage has ended, and its second has asked since the last update, at 4.9: a runs none of the 1 of then. It launches one.
# The update at 5.6 knows of both.
printf 'job_id,submit_s,stage,parents,task_id,duration_s,kind\na,0.1,0,,0,3.95,task\na,,1,0,0,9,task\na,,1,0,1,9,task\n' >stages.csv
s='slot-replay --nodes 1 --slots-per-node 4 --preset yarn-fair --per-heartbeat all --placement trace --record attempts'
$s --update 700ms stages.csv | cut -d, -f3,4,11
$s stages.csv | cut -d, -f3,4,11
# Y18.2: qa and qb alternate up to 7. At 8 two of a's tasks have ended since the update at 7.7, by which it demands 5: 2/5 against b's 3/5, and a
# has the slot. By the demand of now, 3, it would be 2/3, and b's.
printf 'pool,min_share\nqa,5\nqb,5\n' >pools.csv
{
    echo job_id,submit_s,pool,task_id,duration_s,kind
    for t in 0,6.9 1,4.9 2,100 3,100 4,100; do echo "a,0.1,qa,$t,task"; done
    for t in 0 1 2 3 4; do echo "b,0.2,qb,$t,100,task"; done
} >tasks.csv
q='slot-replay --nodes 1 --slots-per-node 7 --pools pools.csv --preset yarn-fair --over-min keep --placement trace --until 8.5 --record attempts'
$q --update 700ms tasks.csv | awk -F, '$11 == 8 { print $1, $4 }'
$q tasks.csv | awk -F, '$11 == 8 { print $1, $4 }'
$r --decisions decisions.csv --update 500ms jobs.csv >/dev/null; head -n 2 decisions.csv
${s% --record*} --update 500ms --explain a stages.csv | grep 'did not run'
echo '--- where it has no place'
slot-replay --nodes 1 --slots-per-node 4 --order fifo --heartbeat 1s --update 500ms jobs.csv >/dev/null
for no in '--heartbeat 0' '--preempt kill:5s,5s' '--speculate hadoop:0.2,60s'; do
    # shellcheck disable=SC2086 # words
    $r $no --update 500ms jobs.csv
done
exit 0
