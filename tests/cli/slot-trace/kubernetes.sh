#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/formats/kubernetes.md. By hand: vision has 8 + 2 GPUs and borrows 4 + 0; the cohort has 4 + 10 + 6 = 20 and is alone, as `alone` is; speech lends 2 of 6.
# KAI: 32,500 thousandths of a CPU are 65 slots of 500m; what team-b does not say of CPUs is 0, the limit too. Volcano: of `low` 15 of
# max(10, 15) are kept, 0 are lent; half a CPU is no whole one.
for f in kueue:gpu kueue:cpu:16 kai-queues:gpu kai-queues:cpu:500m volcano-queues:cpu; do
    echo "--- $f"; slot-trace --record pools --resource "${f#*:}" "$TOP/traces/${f%%:*}.yaml" 2>&1 | sed "s|$TOP/||"
done
echo '--- what each is due: Volcano issue 3684, 60 CPUs: 45 and no more, since 15 are kept'
slot-trace --quiet --record pools --resource cpu "$TOP/traces/volcano-queues.yaml" |
    awk -F, -v OFS=, 'NR == 1 { print $0, "demand" } $1 == "deployment" { print $0, 65 } $1 == "low" { print $0, 0 } $1 == "default" { print $0, 1 }' >pools.csv
slot-fair --rule quota --total-slots 60 pools.csv
echo '--- jobs: 2 x 2 GPUs from 10:00:05 to 10:30:05, 2 pods of a PodGroup, half a GPU, one pushed aside, 3 GPUs that run'
slot-trace --resource nvidia.com/gpu --cluster-out nodes.csv "$TOP/traces/kubernetes.json" >jobs.csv
cut -d, -f1-4,10,11,17,20-22,24- jobs.csv
cat nodes.csv
slot-trace --resource gpu --info "$TOP/traces/kubernetes.json" | grep -E '^(format|jobs|tasks|resource|left_out|recorded_(done|failed|evicted|running)|derived_job_id),'
echo '--- together, and slot by slot'
slot-replay --quiet --cluster nodes.csv --width slots --order fifo --backfill easy jobs.csv | cut -d, -f1,2,5,6
{ slot-trace --quiet --record pools --resource gpu "$TOP/traces/kai-queues.yaml" && echo vision,,fifo,1,4,100,,; } >pools.csv
slot-replay --quiet --cluster nodes.csv --heartbeat 0 --order quota --pools pools.csv jobs.csv | cut -d, -f1,2,5,6
echo '--- queues in one file, the rest in another, as YAML'
printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: lab, creationTimestamp: "2026-03-02T10:00:00Z", labels: {kueue.x-k8s.io/queue-name: main}}\nspec: {nodeName: n1, containers: [{resources: {requests: {nvidia.com/gpu: 2}}}]}\nstatus: {phase: Running, startTime: "2026-03-02T10:00:05Z"}\n' >pod.yaml
slot-trace --resource gpu pod.yaml "$TOP/traces/kueue.yaml" | cut -d, -f1-4,10,20-22,24-26
slot-trace --resource gpu pod.yaml | cut -d, -f1-4,10
echo '--- what is wrong'
slot-trace "$TOP/traces/kubernetes.json"
slot-trace --resource nvidia.com/gpuu "$TOP/traces/kubernetes.json"
slot-trace --resource :1 pod.yaml
slot-trace --resource cpu:0 pod.yaml
slot-trace --record pools --resource memory "$TOP/traces/kueue.yaml" | cat
slot-trace --record pools pod.yaml
slot-trace --resource gpu "$TOP/traces/sample.sacct" | tail -1 | cut -c1-20
printf 'a: &x 1\nb: *x\n' | slot-trace --from kubernetes
printf 'apiVersion: v1\nkind: [\n' | slot-trace
printf 'apiVersion: v1\nkind: Pod\n' | slot-trace
printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n' | slot-trace
head -c 3000 "$TOP/traces/kubernetes.json" | slot-trace
sed 's/nominalQuota: 8/nominalQuota: eight/' "$TOP/traces/kueue.yaml" | slot-trace --record pools --resource gpu
sed 's/name: speech/name: vision/' "$TOP/traces/kueue.yaml" | slot-trace --record pools --resource gpu
sed 's/"nvidia.com\/gpu": "2"/"nvidia.com\/gpu": "4Gi"/' "$TOP/traces/kubernetes.json" | slot-trace --resource gpu
exit 0
