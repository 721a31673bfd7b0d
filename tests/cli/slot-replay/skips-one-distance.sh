# rule D3, ES algorithm 2: D2 missing, and no rack level: D = 3 skips are four looks. n2 to n5 are offered at 0 and n5 is the fourth look; at
# 1 all are offered again and take one each. rule L1: with --no-rack-level there is no 'rack'.
{
    echo job_id,submit_s,stage,kind,task_id,duration_s,hosts
    echo long,0,0,map,0,20,n1
    for task in 0 1 2 3 4; do echo j,0,0,map,$task,10,n1; done
} >tasks.csv
for rack in '' --no-rack-level; do
    slot-replay --nodes 5 --racks 1 --slots-per-node 1 --placement trace --order fifo --delay skips:3 --heartbeat 0 $rack --record attempts tasks.csv |
        grep ^j, | cut -d, -f4,7,9,11
done
