# rule Y17, by hand: heartbeats of n1 at whole seconds, of the application master at 0.3, 1.3 and so on. A task of 2 s that is launched at 1
# starts at 1.3 and ends at 3.3, which n1 tells at 4: the next runs from 4.3 to 6.3. Without, 1 to 3 and 3 to 5.
printf 'job_id,submit_s,maps,map_s\na,0.3,2,2\n' >jobs.csv
r='slot-replay --nodes 1 --slots-per-node 1 --preset yarn-fair --record attempts'
$r --am-heartbeat 1s jobs.csv | cut -d, -f11,13
$r jobs.csv | cut -d, -f11,13
# Its first heartbeat is its submission: what is launched then starts then.
printf 'job_id,submit_s,maps,map_s\na,1,1,2\n' >jobs.csv
$r --am-heartbeat 1s jobs.csv | cut -d, -f11,13
slot-replay --nodes 1 --slots-per-node 1 --am-heartbeat 1s --speculate late jobs.csv
exit 0
