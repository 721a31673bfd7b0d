# Submits out of order, ids twice: the row is named. --sort puts them in order.
printf 'job_id,submit_s,maps,map_s\na,10,1,1\nb,5,1,1\n' >jobs.csv
slot-replay --nodes 1 --heartbeat 0 jobs.csv; echo "exit $?"
slot-replay --nodes 1 --heartbeat 0 --sort jobs.csv | cut -d, -f1,4,6
printf 'job_id,submit_s,maps,map_s\na,0,1,1\na,0,1,1\n' | slot-replay --nodes 1 --heartbeat 0; echo "exit $?"
