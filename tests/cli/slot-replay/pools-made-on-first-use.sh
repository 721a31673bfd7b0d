# rule J4: without a pools file every pool that a row names is made, of weight 1: p and q and the one of jobs without any, default, share 6 slots, 2 each.
cat >jobs.csv <<E
job_id,submit_s,pool,maps,map_s
a,0,p,9,10
b,0,p,9,10
c,0,q,9,10
d,0,,9,10
E
slot-replay --nodes 1 --map-slots 6 --heartbeat 0 --record timeline --until 0 jobs.csv | cut -d, -f2,3,5,7
# With one: default is there all the same; another is an error, and so is a pool that has pools below it.
printf 'pool,parent\np,\nq,p\n' >pools.csv
try() { printf 'job_id,submit_s,pool,maps,map_s\na,0,%s,1,1\n' "$1" >one.csv; slot-replay --nodes 1 --heartbeat 0 --pools pools.csv one.csv | tail -n +2 | cut -d, -f1,2; }
try q; try default; try ''; try r; try p
