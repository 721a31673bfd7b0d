# rules O1, O2: one slot; by priority, then submission, then place, whatever the pool; its maximum of 0 is not looked at.
cat >jobs.csv <<E
job_id,submit_s,pool,priority,maps,map_s
first,0,p,very_low,1,10
low,1,p,low,1,10
normal1,1,p,normal,1,10
normal2,1,q,,1,10
early,1,p,normal,1,10
high,2,p,high,1,10
highest,3,p,very_high,1,10
E
printf 'pool,max_maps\np,0\nq,\n' >pools.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --pools pools.csv jobs.csv | cut -d, -f1,5
