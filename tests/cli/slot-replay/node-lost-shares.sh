# rules S1, S3: slots that are gone count no more. n2 is there for the first 5 s. One map of 10 s on n1: 10 of 10 + 5 slot seconds, 2/3. Four of
# them: the fair share of their pool is 2 slots at 0, 2 and 4 s, and 1 at 6 s.
printf 'node,slots,from_s,to_s\nn1,1,,\nn2,1,,5\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,1,10\n' | slot-replay --cluster cluster.csv --heartbeat 0 --record summary | cut -d, -f3,14
printf 'job_id,submit_s,maps,map_s\na,0,4,10\n' | slot-replay --cluster cluster.csv --heartbeat 0 --until 6 --every 2s --record timeline | cut -d, -f1,3,5
