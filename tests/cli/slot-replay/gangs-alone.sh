# rules S5, G1: jobs that start all at once have a response alone, too. Both take both nodes for 10 s: b waits behind a, response 20 of 10 alone.
printf 'job_id,submit_s,maps,map_s,limit_s\na,0,2,10,20\nb,0,2,10,20\n' >jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --width slots --order fifo --alone jobs.csv | cut -d, -f1,7-9
