#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Applications of YARN's ResourceManager: 250 vcore-seconds in 100 s are 3 tasks of 83.333333 s; 90 in the 200 s so far one of 90 s;
# one that waits is no job. The Philly table: rows in no order, a task a GPU, and as many nodes of 8 GPUs as it needs.
slot-trace "$TOP/traces/yarn-apps.json"
slot-trace --info "$TOP/traces/yarn-apps.json" | sed -n '/^vcore_h/,$p'
cat >rm.log <<'X'
2021-01-01 00:00:00,001 INFO  resourcemanager.ResourceManager: something else
2021-01-01 00:00:00,001 INFO  resourcemanager.RMAppManager$ApplicationSummary: appId=application_1_0007,name=word\,vcoreSeconds\=1,user=ann,queue=root.dev,state=FINISHED,trackingUrl=http://h:8088/,appMasterHost=h,submitTime=1000000000,startTime=1000000000,launchTime=1000000500,finishTime=1000100000,finalStatus=SUCCEEDED,memorySeconds=4096,vcoreSeconds=420,applicationType=SPARK
2021-01-01 00:00:01,001 INFO  resourcemanager.RMAppManager$ApplicationSummary: appId=application_1_0008,name=old,user=bob,queue=a\,b,state=FAILED,startTime=999990000,finishTime=999999000,finalStatus=FAILED
2021-01-01 00:00:01,001 INFO  resourcemanager.RMAppManager$ApplicationSummary: appId=application_1_0009,name=x,user=bob,queue=q,startTime=1000000000,finishTime=999999000,vcoreSeconds=4
X
slot-trace rm.log
slot-trace --check rm.log | awk -F, '$2 != 0'
cat >philly.csv <<'X'
timestamp,duration,num_gpus,gpu_time,cluster
2017-10-09 07:01:55,66.0,1,66.0,11cb48
2017-10-09 06:13:03,2951.5,8,23612.0,6214e9
2017-10-09 07:01:55,x,1,66.0,11cb48
2017-10-09 07:02:55,10,0,0,11cb48
X
slot-trace philly.csv
slot-trace --info philly.csv | sed -n '/^gpu_h/,$p'
slot-trace --check philly.csv | awk -F, '$2 != 0'
cat >wide.csv <<'X'
timestamp,duration,num_gpus,gpu_time,cluster
2017-10-09 07:00:00,100,16,1600,a
2017-10-09 07:00:01,50,4,200,a
2017-10-09 07:00:02,50,9,450,a
X
echo 'G1.1: 16 GPUs are 8 on each of two nodes. 9 are 5 on each of two, one more than it asked for, when job1 has ended'
slot-trace wide.csv >wide.jobs
cut -d, -f1,7,20- wide.jobs
slot-replay --nodes 3 --slots-per-node 8 --width slots --order fifo --record attempts wide.jobs | cut -d, -f1,4,7,11
slot-trace --info wide.csv | grep -e guessed -e uneven -e job_nodes
echo 'with 2 GPUs a node'
slot-trace --per-node 2 wide.csv | cut -d, -f1,7,20-
slot-trace --per-node 2 "$TOP/traces/sample.swf" | cut -d, -f1,7,22-
slot-trace --per-node 2 "$TOP/traces/tr-bm.csv" 2>&1 >tr.csv
slot-trace --per-node 0 wide.csv; echo $?
