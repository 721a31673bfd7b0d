# rules B8, B10, with blocks of all three maps on both nodes: at 0 n1 takes maps 0 and 1, n2 map 2; at 5 both go, and all three come back. So what n2 finds
# among its own at 10 are again 0, 1 and 2, one by one, though 2 was the last that it knew of, and 1 came back between the others.
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,2,1,,5\nn2,1,1,,5\nn2,1,1,10,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\nj,0,3,20\n' >jobs.csv
slot-replay --cluster cluster.csv --delay wait:5s --replication 2 --heartbeat 0 --record attempts jobs.csv | cut -d, -f4,5,7,11,13,14
