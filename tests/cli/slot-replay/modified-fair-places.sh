# rules O25.4 and O25.6: without alloc, too, a job that moves to the shared pool takes what it runs along, where none of its stages is queued. By hand.
show() { slot-replay --heartbeat 0 --cluster cluster.csv --pools pools.csv --order modified-fair:classes --record attempts jobs.csv | awk -F, 'NR > 1 { print $1, "on", $7 ": " $11 " to " $13 }'; }

# At 0 a runs on n1 and two of c on n2 and n3; n3 is slow. At 0.5 a is small and moves: p runs none, q two. At 10 n2 is free and q runs one: b is first, each time
# until it has launched all. Were a still counted for p, c's last would go at 10, as the earlier job.
printf 'node,map_slots,reduce_slots,speed\nn1,1,1,1\nn2,1,1,1\nn3,1,1,0.1\n' >cluster.csv
printf 'pool,weight\np,1\nq,1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,1,100\nc,0,q,3,10\nb,0.2,p,3,10\n' >jobs.csv
show
# p has a maximum of one, which a fills until it moves at 0.5: b takes n2 then, and waits no longer for a slot of its pool.
printf 'node,map_slots,reduce_slots,speed\nn1,1,1,1\nn2,1,1,1\n' >cluster.csv
printf 'pool,max_maps\np,1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,1,30\nb,0.2,p,2,10\n' >jobs.csv
show
# At 0.2 n2, which is fast, is free of its task of c, and a has it: q runs none. At 0.5 b and a are small: b waits in the shared pool, then a comes with what it runs.
# At 10 n1 is free: the shared pool runs one, p one of weight 2, and c is first. Were a not counted for the shared pool, b would be.
printf 'node,map_slots,reduce_slots,speed\nn1,1,1,1\nn2,1,1,50\nn3,1,1,0.1\n' >cluster.csv
printf 'pool,weight\np,2\nq,1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\nc,0,p,4,10\nb,0.1,p,1,10\na,0.1,q,1,1000\n' >jobs.csv
show
