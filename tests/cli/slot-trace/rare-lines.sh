#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Lines that samples of the formats do not have, each with what it comes to by hand.
# sacct, the hour of autumn: from 02:50 of summer time to 02:10 of winter time are 20 minutes (Elapsed), which the clocks show as -40.
printf '%s\n' 'JobID|User|Submit|Start|End|Elapsed|State|NNodes|NCPUS|NodeList' \
    '1|ann|2023-10-29T02:00:00|2023-10-29T02:50:00|2023-10-29T02:10:00|00:20:00|COMPLETED|1|1|a01' \
    '2|ann|2023-10-29T02:00:00|2023-10-29T02:00:00|2023-10-29T02:10:00|00:10:00|COMPLETED|1|1|a02' >autumn.sacct
slot-trace --quiet --record tasks autumn.sacct | cut -d, -f1,11,20,21
slot-trace --check autumn.sacct | awk -F, '$2 != 0'
# Google 2011: an eviction and an end of tasks that were never scheduled are damage, a kill is none.
printf '%s\n' 5,,7,0,11,2,ann,2,9,,,, 6,,7,1,11,4,ann,2,9,,,, 7,,7,2,11,5,ann,2,9,,,, >google.csv
slot-trace --from google2011 --check google.csv | awk -F, '$2 != 0'
# SLS has whole milliseconds: 1.2346 and 3.4994 s are 1235 and 3499.
printf 'job_id,submit_s,task_id,duration_s,kind,hosts,node,launch_s,finish_s,outcome\na,0,t,2.2648,map,n1,n1,1.2346,3.4994,done\n' |
    slot-trace --record sls | grep -o '"container.[a-z]*.ms": [0-9]*\|"container.host": "[^"]*"'
# Hadoop: a copy phase that ends behind its reduce is none: the whole attempt, from 8 s on, is what it computes.
for ends in 9 90; do
    sed "s/shuffleFinishTime\":1400000009000/shuffleFinishTime\":14000000$(printf %02d $ends)000/" "$TOP/traces/jhist/job_2_0001.jhist" >job.jhist
    slot-trace --quiet --record tasks job.jhist | grep ',reduce,' | cut -d, -f9-12,20,21
done
# Spark: a stage that is submitted twice was there from the first time on.
. "$TOP/tests/cli/slot-trace/spark-events"
{
    log_start 3.5.0; app_start app 0; executor 1 n1 0 1
    job 0 1000 0; stage 0 1 '' 2000; stage 0 1 '' 9000
    begin 0 0 0 9500 1 n1 ANY; end 12000 Success 0 0 0 0 9500 1 n1 ANY
    stage_end 0 1 '' 9000 0 12000; job_end 0 12000; app_end 13000
} >app
slot-trace --quiet --record tasks app | cut -d, -f1,2,11,20,21,23
# Hadoop: a map may start in the millisecond of the submission; one before it is damage.
submit=$(grep -o '"submitTime":[0-9]*' "$TOP/traces/jhist/job_2_0001.jhist" | head -n 1 | cut -d: -f2)
for start in $submit $((submit - 1)); do
    sed "0,/MAP_ATTEMPT_STARTED/! b; /MAP_ATTEMPT_STARTED/s/\"startTime\":[0-9]*/\"startTime\":$start/" "$TOP/traces/jhist/job_2_0001.jhist" >job.jhist
    slot-trace --check job.jhist | awk -F, '$2 != 0 && NR > 1'
done
# Spark: an executor whose cores the log does not say has as many slots as tasks ever ran on it at once: 3 of 4.
{
    log_start 3.5.0; app_start app 0; job 0 1000 0; stage 0 4 '' 1000
    begin 0 0 0 1000 1 n1 ANY; begin 1 1 0 1500 1 n1 ANY; begin 3 3 0 1600 1 n1 ANY; end 1900 Success 0 3 3 0 1600 1 n1 ANY
    end 2000 Success 0 0 0 0 1000 1 n1 ANY; end 2500 Success 0 1 1 0 1500 1 n1 ANY
    begin 2 2 0 3000 1 n1 ANY; end 4000 Success 0 2 2 0 3000 1 n1 ANY
    stage_end 0 4 '' 1000 0 4000; job_end 0 4000; app_end 5000
} >app
slot-trace --quiet --cluster-out nodes.csv app >rows.csv
cat nodes.csv
# Hadoop: a done attempt that is killed later is lost, and keeps its bytes and the end of its copying, which the killing event does not say.
killed='"taskStatus":"KILLED","finishTime":1400000014000,"hostname":"n3","error":"lost node"}}}'
sed "/^{\"type\":\"JOB_FINISHED/i\\
{\"type\":\"MAP_ATTEMPT_KILLED\",\"event\":{\"x\":{\"taskid\":\"task_2_0001_m_000000\",\"taskType\":\"MAP\",\"attemptId\":\"attempt_2_0001_m_000000_0\",$killed\\
{\"type\":\"REDUCE_ATTEMPT_KILLED\",\"event\":{\"x\":{\"taskid\":\"task_2_0001_r_000000\",\"taskType\":\"REDUCE\",\"attemptId\":\"attempt_2_0001_r_000000_0\",$killed
" "$TOP/traces/jhist/job_2_0001.jhist" >job.jhist
sed '/^MapAttempt.*m_000000_1.*SUCCESS/a\
MapAttempt TASK_TYPE="MAP" TASKID="task_3_0001_m_000000" TASK_ATTEMPT_ID="attempt_3_0001_m_000000_1" TASK_STATUS="KILLED" FINISH_TIME="1400000020000" HOSTNAME="/r2/n5\\.example\\.com" .' "$TOP/traces/jhist/job_3_0001_bob_count" >job_text
for f in job.jhist job_text; do
    slot-trace --quiet --record tasks $f | grep -E '^job_id|,lost'
done
