# rules S2, S3, S4: 2 map slots and 1 reduce slot, one node. a from 5 s: two maps of 10 s, a reduce of 5 s; b from 6 s: one map of 4 s at 15.
# First submission 5, last end 20: makespan 15. Maps occupy 10 + 10 + 4 of 30 slot seconds: 0.8; the reduce 5 of 15: 0.3333.
# Responses: b 19 - 6 = 13, a 20 - 5 = 15: mean 14. 2 jobs in 15 s are 480 an hour. a's maps hold 500 bytes each until 20, b's
# 70 from 19 to 19 (the job ends with it): peak 1070. All maps node-local.
# Rule S13.1: two jobs, 1 s apart, are a span of 2 s: 24 s of 2 slots times 2 s is a load of 6. Two jobs have no verdict.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s,shuffle_bytes\na,5,2,10,1,5,1000\nb,6,1,4,0,,70\n' >jobs.csv
slot-replay --nodes 1 --map-slots 2 --reduce-slots 1 --heartbeat 0 --slowstart 1 --record summary jobs.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i } NR == 2 { for (i = 1; i <= NF; i++) print name[i], $i }'
