# rule D10
# wait_node_s and wait_rack_s of the nearest pool that gives one replace --delay's: j in p below P. P says 20 s, then p says 7 s; and A has none: 12 s.
printf 'job_id,submit_s,pool,stage,kind,task_id,duration_s,hosts\nlong,0,A,0,map,0,100,n1\nj,0,p,0,map,0,10,n1\nk,0,A,0,map,0,10,n1\n' >tasks.csv
for wait in '' 7; do
    printf 'pool,parent,wait_node_s,wait_rack_s\nP,,20,20\np,P,%s,\nA,,,\n' "$wait" >pools.csv
    slot-replay --nodes 3 --slots-per-node 1 --placement trace --pools pools.csv --heartbeat 0 --delay wait:12s --record attempts tasks.csv | tail -n +2 | cut -d, -f1,7,11
done
