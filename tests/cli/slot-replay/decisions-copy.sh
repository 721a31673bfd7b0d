# rules S9 S10 C5 F2: copies and failed tasks. speculate.sh's case: 8 maps of 100 s, two of them on n3 at a fifth of the speed; both are copied on n1 at 100.
printf 'node,map_slots,reduce_slots,speed\nn1,2,1,1\nn2,2,1,1\nn3,2,1,0.2\nn4,2,1,1\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,8,100\n' >jobs.csv
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --speculate hadoop --record decisions jobs.csv | grep ,speculate,
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --speculate hadoop --explain a jobs.csv
# A failed task is launched as one without preference, so its row has neither level nor wait, but a locality. Every attempt fails; the third is the last.
slot-replay --nodes 1 --slots-per-node 1 --replication 1 --delay wait:5s --failure-rate 1 --max-attempts 3 --record decisions --heartbeat 0 jobs.csv | head -n 4 | cut -d, -f1-4,6-
