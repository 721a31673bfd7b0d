# SPDX-License-Identifier: GPL-3.0-or-later
# Rumen's Folder gives jobs of one id again and again. Each stays a job of its own, also when nothing but its tasks' times differ,
# when another stands between them, and when it is in the next file; a name that is taken is not given again.
job() { # id submit-ms
    printf '{"jobID":"%s","user":"u","queue":"q","submitTime":%d,"mapTasks":[{"taskID":"task_1_m_0","attempts":[' "$1" "$2"
    printf '{"attemptID":"attempt_1_m_0_0","startTime":%d,"finishTime":%d,"result":"SUCCESS","hostName":"/r/n1"}' $(($2 + 1000)) $(($2 + 4000))
    printf ']}],"reduceTasks":[]}\n'; }
{ job job_1 1000000; job job_1 1000000; job job_1 1100000; job job_2 1200000; job job_1.4 1300000; job job_1 1400000; } >one.json
{ job job_2 1500000; } >two.json
slot-trace one.json two.json | cut -d, -f1,2,10,20-22
slot-trace --record jobs one.json two.json | cut -d, -f1,2,7,8
slot-trace --check one.json two.json | grep -E '^(duplicate|job_rows|repeated|verdict)'
echo "exit $?"
# The same of histories and of the load simulator's jobs.
cp "$TOP/traces/jhist/job_2_0001.jhist" a.jhist
cp a.jhist b.jhist
slot-trace a.jhist b.jhist | cut -d, -f1 | uniq -c
{ printf '{"job.id":"j","job.count":3,"job.tasks":[{"container.start.ms":0,"container.end.ms":1000,"container.type":"map","count":2}]}\n'
  printf '{"job.id":"j","job.tasks":[{"container.start.ms":0,"container.end.ms":1000,"container.type":"map"}]}\n'; } >sls.json
slot-trace sls.json | cut -d, -f1 | uniq -c
slot-trace --check sls.json | grep repeated_job
