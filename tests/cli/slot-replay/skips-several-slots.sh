# rule D3: a node with several free slots offers each. Both jobs' blocks lie on n1, which long holds; n2 has 3 slots: j is passed by
# three times at 0, and at 1 (--revive) the first scan sees 3 >= 3. With --per-heartbeat 1 (under a period, rule H4) a heartbeat
# is one offer: passed by at 0, 3 and 6 by n2 alone, launched at 9, counted from n2's phase.
{
    echo job_id,submit_s,stage,kind,task_id,duration_s,hosts
    echo long,0,0,map,0,50,n1
    echo j,0,0,map,0,10,n1
} >tasks.csv
printf 'node,rack,slots\nn1,r1,1\nn2,r1,3\n' >cluster.csv
slot-replay --cluster cluster.csv --placement trace --order fifo --delay skips:3 --heartbeat 0 --record attempts tasks.csv | grep ^j, | cut -d, -f7,9,11
slot-replay --cluster cluster.csv --placement trace --order fifo --delay skips:3 --heartbeat 3s --per-heartbeat 1 --record attempts tasks.csv |
    awk -F, '$1 == "j" { print $7, $9, $11 - $11 % 3 }'
slot-replay --cluster cluster.csv --placement trace --order fifo --delay skips:3 --heartbeat 3s --per-heartbeat all --record attempts tasks.csv |
    awk -F, '$1 == "j" { print $7, $9, $11 - $11 % 3 }'
