# rule D9: the two rules of Spark for its timer (SPARK-18886). j's six tasks of 4 s all prefer n1; one rack, N = 5 s.
#   launch    each launch on n1 starts the timer again, so n2 and n3 idle: 0 4 8 12 16 20
#   refusal   the launches at 0 (n2, n3 refused) and 4 (n1 alone asked) change nothing: at 5 n2 and n3; nothing was refused then, level rack from 5
#             on: n1 at 8, n2 at 9
{
    echo job_id,submit_s,stage,kind,task_id,duration_s,hosts
    for task in 0 1 2 3 4 5; do echo j,0,0,map,$task,4,n1; done
} >tasks.csv
for reset in launch refusal; do
    slot-replay --nodes 3 --slots 1 --placement trace --heartbeat 0 --delay spark:0s,5s,7s --spark-reset $reset --emit attempts tasks.csv |
        awk -F, 'NR > 1 { printf " %s@%s", $7, $11 } END { print "" }'
done
# The ladder of wait-ladder under launch: the timer needs no offer that is passed by: racks n1 n2 | n3 n4, long holds n1 until 31.
# 5 rack, 12 any twice, 15 rack (level rack, timer 15), 22 = 15 + 7 any twice, 25 rack, 31 node.
{
    echo job_id,submit_s,stage,kind,task_id,duration_s,hosts
    echo long,0,0,map,0,31,n1
    for task in 0 1 2 3 4 5 6 7; do echo j,0,0,map,$task,10,n1; done
} >ladder.csv
slot-replay --nodes 4 --racks 2 --slots 1 --placement trace --order fifo --heartbeat 0 --delay spark:0s,5s,7s --spark-reset launch --emit attempts ladder.csv |
    awk -F, '$1 == "j" { printf " %s:%s@%s", $7, $9, $11 } END { print "" }'
