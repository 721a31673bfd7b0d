#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# slot-replay --state: the log has forty jobs of ann, each 600 s on both nodes under a limit of an hour. By hand: one that runs for 300 s now goes on for 300 s;
# two of bob's that wait take 600 s each, their limit, in front of a third.
awk 'BEGIN { print "JobID|Account|User|Partition|Submit|Start|End|State|NNodes|NCPUS|Timelimit|NodeList"
    for (i = 0; i < 40; i++) print i + 1 "|x|ann|day|" 1700000000 + 600 * i "|" 1700000000 + 600 * i "|" 1700000600 + 600 * i "|COMPLETED|2|2|01:00:00|n[1-2]" }' >was.sacct
ask() { slot-replay --quiet --as-recorded was.sacct --submit width=1,limit=1h,pool=x "$@" | tail -1; }
echo '--- squeue: what runs, then an array of two in front'
cat >squeue.txt <<'TXT'
JOBID|ACCOUNT|USER|PARTITION|SUBMIT_TIME|START_TIME|TIME|NODES|CPUS|TIME_LIMIT|STATE|NODELIST(REASON)
21|x|ann|day|2024-05-01T10:00:00|2024-05-01T10:00:00|5:00|2|2|1:00:00|RUNNING|n[1-2]
22_[1-2]|x|bob|day|2024-05-01T10:01:00|2024-05-02T10:01:00|0:00|2|2|10:00|PENDING|(Resources)
TXT
grep -v 22_ squeue.txt >one.txt
ask --state one.txt
ask --state squeue.txt
echo '--- sacct without ends: it ran 100 s by the latest time of the file'
printf '%s\n' 'JobID|Account|User|Submit|Start|End|State|NNodes|NCPUS|Timelimit|NodeList' '11|x|ann|1700006000|1700006000|Unknown|RUNNING|2|2|01:00:00|n[1-2]' '12|x|bob|1700006100|Unknown|Unknown|PENDING|2|2|00:10:00|None assigned' >now.sacct
ask --state now.sacct
echo '--- the same as a table of tasks'
printf 'job_id,submit_s,pool,user,task_id,duration_s,launch_s,outcome,job_cpus,job_nodes,limit_s\n11,0,x,ann,0,100,0,running,2,2,3600\n12,100,x,bob,0,600,,,2,2,600\n' >now.csv
ask --state now.csv
echo '--- kubectl: one that runs since 55 s by the latest time among the objects, one that waits; what has ended is told'
sed 's/"nvidia.com\/gpu": "[0-9]*"/"nvidia.com\/gpu": "1"/; s/"count": [0-9]*/"count": 1/' "$TOP/traces/kubernetes.json" >now.json
slot-replay --as-recorded was.sacct --submit width=1,limit=1h,pool=x --state now.json --resource gpu
echo '--- the same jobs as a log of Kubernetes: forty pods, one after the other, of two GPUs each on a node of two; one more waits for the one that runs'
awk 'function iso(s) { return strftime("%Y-%m-%dT%H:%M:%SZ", 1700000000 + s, 1) }
    BEGIN { printf "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"n1\"}, \"status\": {\"allocatable\": {\"nvidia.com/gpu\": \"2\"}}}"
    for (i = 0; i < 40; i++)
        printf ", {\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p%d\", \"namespace\": \"ann\", \"creationTimestamp\": \"%s\"}, \"spec\": {\"nodeName\": \"n1\", \"activeDeadlineSeconds\": 3600, \"containers\": [{\"name\": \"c\", \"resources\": {\"requests\": {\"nvidia.com/gpu\": \"2\"}}}]}, \"status\": {\"phase\": \"Succeeded\", \"conditions\": [{\"type\": \"PodScheduled\", \"status\": \"True\", \"lastTransitionTime\": \"%s\"}], \"containerStatuses\": [{\"name\": \"c\", \"state\": {\"terminated\": {\"exitCode\": 0, \"startedAt\": \"%s\", \"finishedAt\": \"%s\"}}}]}}", i, iso(600 * i), iso(600 * i), iso(600 * i), iso(600 * i + 600)
    print "]}" }' >was.json
slot-trace --quiet --resource gpu --cluster-out nodes.csv was.json >/dev/null
of_pods() { slot-replay --quiet --as-recorded --resource gpu --cluster nodes.csv was.json --submit width=2,limit=1h "$@" | tail -1; }
of_pods --preset slurm --at 12100
of_pods --preset slurm --order quota-usage:1,1d --at 12100
of_pods --at 12100
echo '--- nothing runs and nothing waits'
head -1 now.csv >none.csv
ask --state none.csv
echo '--- a trace of squeue: the start that Slurm plans for a waiting job is no time of the log'
slot-trace squeue.txt | cut -d, -f1-4,10,11,20-22,24-
echo '--- what does not go'
ask --state now.csv --at 10
slot-replay --quiet --as-recorded was.sacct --submit every=2 --state now.csv
slot-replay --quiet --as-recorded was.sacct --state now.csv
slot-replay --quiet --as-recorded was.sacct --submit width=1 --at 10 --resource gpu
cp "$TOP/traces/tr-bm.csv" . && ask --state tr-bm.csv
ask --state no-such-file
exit 0
