# Pools: unknown in the trace, parents that are not there, circles, names twice, numbers that are none, minimum shares above the cluster (a warning).
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,1,1\n' >jobs.csv
try() { printf "$1" >pools.csv; slot-replay --nodes 1 --map-slots 4 --reduce-slots 2 --heartbeat 0 --pools pools.csv jobs.csv 2>&1 | cut -d, -f1,2; }
try 'pool\nq\n'
try 'pool,parent\np,top\n'
try 'pool,parent\np,q\nq,p\n'
try 'pool,parent\np,p\n'
try 'pool\np\np\n'
try 'pool,weight\np,heavy\n'
try 'pool,weight\np,-1\n'
try 'pool,policy\np,fare\n'
try 'pool,min_maps\np,-1\n'
try 'pool,min_maps\np,1.5\n'
try 'pool,min_share\np,1\n'
try 'pool,min_maps,min_reduces\np,5,3\n'
try 'pool,max_maps\np,0\n'
try 'pool,max_jobs\np,0\n'
try 'pool,from_s\np,60\n'
try 'weight\n1\n'
try ''
slot-replay --nodes 1 --pools absent.csv jobs.csv; echo "exit $?"
