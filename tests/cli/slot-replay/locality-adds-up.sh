# rule S2: on a random workload under waits, node_local + rack_local + off_rack + no_preference = maps, and map_tasks_run the same where nothing
# is killed. Prints the jobs for which it is not so: none.
awk 'BEGIN { print "job_id,submit_s,maps,map_s,map_sigma,reduces,reduce_s"; for (i = 0; i < 60; i++) print "j" i "," 3 * i "," 1 + i * i % 37 ",8,0.3," i % 4 ",5" }' >jobs.csv
slot-replay --nodes 10 --racks 3 --delay wait:2s,1s jobs.csv | awk -F, 'NR > 1 && ($13 + $14 + $15 + $16 != $10 || $12 != $10)'
