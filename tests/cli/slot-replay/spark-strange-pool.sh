# rule R8.1: Spark makes a pool that the file does not name, and so does a replay of its offers; the user is told. The default pool is no
# stranger. Elsewhere such a pool is an error (J4).
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,3,10\nb,0,q,3,10\nc,0,,1,10\n' >jobs.csv
printf 'pool,weight\np,2\n' >pools.csv
slot-replay --nodes 1 --slots-per-node 3 --preset spark-3 --order hfs --pools pools.csv jobs.csv | cut -d, -f1,2,6
slot-replay --nodes 1 --slots-per-node 3 --preset spark-3 --order fifo --pools pools.csv jobs.csv | cut -d, -f1,2,6
slot-replay --nodes 1 --slots-per-node 3 --heartbeat 0 --pools pools.csv jobs.csv | cut -d, -f1,2,6
