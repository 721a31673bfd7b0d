# --at a time behind the last task, one at which no node is there yet, and one of a trace without jobs.
printf 'job_id,submit_s,maps,map_s\na,200,4,20\n' >jobs.csv
printf 'node,map_slots,reduce_slots,from_s\nn1,1,1,100\n' >cluster.csv
slot-fair --at 1h --nodes 2 jobs.csv
echo "exit $?"
slot-fair --at 1s --cluster cluster.csv jobs.csv
echo "exit $?"
printf 'job_id,submit_s,maps,map_s\n' >none.csv
slot-fair --at 5s --nodes 2 none.csv
echo "exit $?"
