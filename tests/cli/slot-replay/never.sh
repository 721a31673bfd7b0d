# rule J6: jobs that can never run, what is said of them and when; without --until the replay ends at their submission.
try() { slot-replay --heartbeat 0 --nodes 1 --map-slots 2 --reduce-slots 1 "$@" jobs.csv | cut -d, -f1,4-6,23; }
printf 'job_id,submit_s,pool,maps,map_s,reduces,reduce_s\nok,0,q,2,10,,\na,5,p,2,10,1,10\nb,5,p,2,10,0,\nlate,50,q,2,10,,\n' >jobs.csv
echo '--- a maximum of 0'
printf 'pool,max_maps\np,0\nq,\n' >pools.csv
try --pools pools.csv
echo '--- of reduces alone: b runs, a does not; with --until its maps do, and it is told at the end'
printf 'pool,max_reduces\np,0\nq,\n' >pools.csv
try --pools pools.csv
try --pools pools.csv --until 100
echo '--- of the pool above it'
printf 'pool,parent,max_maps\ntop,,0\np,top,\nq,,\n' >pools.csv
try --pools pools.csv
try --pools pools.csv --until 100
echo '--- 0 until 30 is not for good; 0 from 30 on is not at 5, and a and b are done by then; 0 from 12 on is when nothing more happens'
printf 'pool,max_maps,from_s\np,0,\nq,,\np,,30\n' >pools.csv
try --pools pools.csv
printf 'pool,max_maps,from_s\np,,\nq,,\np,0,30\n' >pools.csv
try --pools pools.csv
printf 'pool,max_maps,from_s\np,,\nq,,\np,0,12\n' >pools.csv
try --pools pools.csv
echo '--- 0 at first and for good from 20 on, when a row says it again'
printf 'pool,max_maps,from_s\np,0,\nq,,\np,0,20\n' >pools.csv
try --pools pools.csv
echo '--- no jobs let in; deficit looks at that, and not at maxima; fifo at neither'
printf 'pool,max_jobs,max_maps\np,0,0\nq,,\n' >pools.csv
try --pools pools.csv --order hfs
try --pools pools.csv --order deficit
try --quiet --pools pools.csv --order fifo
echo '--- no part of the cluster'
printf 'pool,capacity,max_capacity\np,0.5,0\nq,0.5,\n' >pools.csv
try --pools pools.csv --order capacity
echo '--- nodes that are gone, for reduces; nodes that come back'
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,2,0,,\nn2,0,1,,4\n' >gone.csv
slot-replay --heartbeat 0 --cluster gone.csv jobs.csv | cut -d, -f1,6
slot-replay --heartbeat 0 --cluster gone.csv --until 100 jobs.csv | cut -d, -f1,6
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,2,0,,\nn2,0,1,,4\nn2,0,1,60,\n' >back.csv
slot-replay --heartbeat 0 --cluster back.csv jobs.csv | cut -d, -f1,6
echo '--- a kind that the cluster never has: told when the row is read'
slot-replay --heartbeat 0 --nodes 1 --map-slots 2 --reduce-slots 0 jobs.csv | cut -d, -f1,6
