# Bad rows set aside and counted; jobs that only the system can judge stop the run all the same.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\nb,x,1,1\nc,3,0,1\nd,4,1,1\n' >jobs.csv
slot-replay --nodes 1 --heartbeat 0 --rejects bad.csv jobs.csv | cut -d, -f1,6
cat bad.csv
slot-replay --nodes 1 --heartbeat 0 --max-bad 1 jobs.csv | cut -d, -f1,6
