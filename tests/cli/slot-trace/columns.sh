# Tables of no known format, whose columns are named by hand: Tiresias's has no submit_s, and its GPUs become tasks.
printf 'job_id,num_gpu,submit_time,model_name,duration\n7,4,10,vgg,33\n8,1,20,alexnet,3\n' >tiresias.csv
slot-trace tiresias.csv
slot-trace --columns submit_s=submit_time,maps=num_gpu,map_s=duration tiresias.csv
slot-trace --columns submit_s=submit_time,maps=num_gpu,map_s=duration tiresias.csv | slot-replay --quiet --nodes 4 --slots-per-node 1 --heartbeat 0 - | cut -d, -f1,4-6
slot-trace --quiet --columns submit_s=submit_time,task_id=num_gpu,duration_s=duration --info tiresias.csv | grep -e '^format' -e '^jobs,' -e '^tasks,'
for columns in submit_s submit_s= =submit_time submit_s=submit_tim job_id=submit_time; do slot-trace --columns $columns tiresias.csv; done
printf '{"job_id":"1","s":1,"maps":1,"map_s":1}\n' | slot-trace --columns submit_s=s
slot-trace --columns submit_s=s --from swf tiresias.csv
slot-trace --columns submit_s=s "$TOP/traces/sample.swf" | wc -l
