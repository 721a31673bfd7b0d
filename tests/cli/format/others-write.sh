# SPDX-License-Identifier: GPL-3.0-or-later
# What R, pandas and jq write by default is read, or the message says what helps. slot-trace --record options writes what
# --options reads. The first help of slot-plot has its kinds, that of slot-fair --total-slots and --explain.
printf 'job_id,response_s,slowdown,x\na,10,NA,1\nb,20,NaN,2\nc,30,2,null\n' >r.csv
slot-stats --quiet --col response_s,slowdown,x -C n_rows,n_slowdown,mean_slowdown,n_x r.csv
slot-plot line -x response_s -y slowdown r.csv | grep -c NaN
printf '"","job_id","response_s"\n"1","a",10\n"2","b",20\n' >names.csv
slot-stats --col response_s -C n_rows,sum_response_s names.csv
printf ',job_id,,response_s\n0,a,,10\n' | slot-stats
echo '[{"job_id":"a","response_s":3}]' | slot-stats
printf 'node,slots,speed\nn1,2,NA\n' >nodes.csv
printf 'job_id,submit_s,maps,map_s\na,0,4,10\n' >jobs.csv
slot-replay --cluster nodes.csv jobs.csv
slot-trace --record options "$TOP/traces/spark-defaults.conf" >o && cat o
slot-replay --options o --nodes 5 --slots-per-node 2 jobs.csv | tail -n 1
slot-replay $(slot-trace --record options "$TOP/traces/spark-defaults.conf") --nodes 5 --slots-per-node 2 jobs.csv | tail -n 1
slot-plot --help | grep -c 'pareto'
slot-fair --help | grep -c -e '--total-slots' -e '--explain'
