# The commands of docs/formats/gpu-tables.md on the rows that the tables' own pages print as examples; a job without a GPU, a pod without one and one that was never
# scheduled are left out, and the first pod came at 0.
cat >cluster_log.csv <<'END'
job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue
1425511,uXBbc,vcJkd,1,1,1,COMPLETED,2020-06-09 18:41:01,2020-06-09 18:41:01,2020-06-10 04:55:09,36848,0
1425512,uVMrF,vchbv,4,16,1,FAILED,2020-06-09 18:41:27,2020-06-09 18:41:27,2020-06-09 18:45:36,249,0
1425513,uzqls,vcpDC,1,1,1,CANCELLED,2020-06-09 18:41:28,2020-06-09 18:41:28,2020-06-17 14:15:21,675233,0
1425514,uzqls,vcpDC,0,4,1,COMPLETED,2020-06-09 18:41:29,2020-06-09 18:41:29,2020-06-09 18:51:29,600,0
END
cat >openb_pod_list_default.csv <<'END'
name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
openb-pod-0000,12000,16384,1,1000,,LS,Running,0,12537496,0
openb-pod-0011,4000,15258,0,0,,LS,Running,9000000,9973826,9000000
openb-pod-0012,4000,15258,1,1000,,LS,Pending,9000001,9973826,
openb-pod-0017,88000,327680,8,1000,,Burstable,Succeeded,9437497,10769854,9437497
openb-pod-0022,4000,15258,1,220,,BE,Running,9679175,9973826,9679175
openb-pod-0035,16000,32768,1,1000,V100M16|V100M32,LS,Running,9967058,9968575,9967063
END
cat >openb_node_list_gpu_node.csv <<'END'
sn,cpu_milli,memory_mib,gpu,model
openb-node-0228,128000,786432,8,G3
openb-node-0229,96000,786432,8,V100M32
END
echo 4f057009a5d481acec67b088,8cb3bec23d14,58540f191766,Terminated,1739150.0,1739200.0 >pai_job_table.csv
echo 4f057009a5d481acec67b088,tensorflow,1.0,Terminated,1739162.0,1739200.0,600.0,29.296875,50.0,MISC >pai_task_table.csv
sed -n 's/^    //p' "$TOP/docs/formats/gpu-tables.md" >page.sh
sh page.sh
cat helios.csv
