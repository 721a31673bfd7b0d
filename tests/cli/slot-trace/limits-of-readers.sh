# SPDX-License-Identifier: GPL-3.0-or-later
# No input asks for more memory or time than it is worth. Memory is held to 700 MB where the build allows it (a sanitizer's
# does not). What once took quadratic time is so long here that it would hold up the tests for minutes.
(ulimit -v 700000 && slot-trace --version || exit 1) >/dev/null 2>&1 && ulimit -v 700000
bytes() { head -c "$1" /dev/zero | tr '\000' "$2"; }
counted() { slot-trace --check "$@" | grep -E '^(not_readable|cut_short|count_disagrees|verdict)' | tr '\n' ' '; echo; }
. "$TOP/tests/cli/slot-trace/spark-events"

echo 'counts of 1e18'
n=1000000000000000000
printf 'job_id,submit_s,maps,map_s\na,0,%s,1\n' $n | slot-trace
printf 'job0\t0\t1\t%s\t%s\t%s\n' $n $n $n | slot-trace
printf 'task_x,%s,j_1,1,Terminated,87076,87091,50,0.2\n' $n | counted
printf '; Version: 2\n1 0 10 100 %s -1 -1 %s 100 -1 1 1 1 1 1 1 1 -1 -1\n' $n $n | counted
task='"container.start.ms":0,"container.end.ms":1000,"container.type":"map"'
printf '{"job.id":"j","job.count":%s,"job.tasks":[{%s}]}\n{"job.id":"k","job.tasks":[{%s,"count":%s}]}\n' $n "$task" "$task" $n >sls.json
counted sls.json
printf '{"job.id":"j","job.count":5000,"job.tasks":[{%s,"count":20001}]}\n' "$task" | slot-trace
printf '{"job.id":"j","job.count":1000001,"job.tasks":[{%s}]}\n' "$task" | slot-trace
printf '{"job.id":"j","job.count":1000000,"job.tasks":[{"count":100}]}\n' | counted
printf '{"job.id":"j","job.tasks":[{%s,"count":1000001}]}\n' "$task" | counted
printf 'M1,1000001,j_1,1,Terminated,87076,87091,50,0.2\n' | counted

echo 'nested a million deep'
deep() { bytes 1000000 '['; bytes 1000000 ']'; }
{ printf '{"jobID":"j","submitTime":1000,"x":'; deep; printf ',"mapTasks":[]}\n'; } | counted
{ log_start 3.2.1; printf '{"Event":"SparkListenerJobStart","x":'; deep; echo '}'; } | slot-trace --info | grep '^jobs,'
{ printf '<allocations>'; yes '<pool name="a">' | head -n 100000; } >deep.xml
slot-trace --record pools deep.xml
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\"name\":\"a\",\"children\":["; for (i = 0; i < 100000; i++) printf "]}" }' >topology.json
slot-trace -o rows --topology topology.json --cluster-out - "$TOP/traces/rumen.json"

echo 'lines and objects without an end'
{ log_start 3.2.1; bytes 70000000 x; echo; app_start app_1 0; app_end 50; } | counted
{ printf 'Meta VERSION="1" .\nJob JOBID="'; bytes 70000000 x; printf '\nJob JOBID="j" SUBMIT_TIME="1000" .\n'; } | counted
{ printf 'job0\t0\t1\t1\t1\t'; bytes 70000000 1; echo; } | slot-trace --from swim
{ printf 'job_id,submit_s,maps,map_s\na,0,1,'; bytes 70000000 1; echo; } | slot-trace
{ printf '# '; bytes 70000000 x; printf '\njob_id,submit_s,maps,map_s\na,0,1,x\n'; } | slot-trace

echo 'small files that unpack to large ones'
bytes 16000000 x | gzip -c >x.gz
for i in 1 2 3 4 5; do cat x.gz; done >many.gz
slot-trace many.gz
bytes 80000000 x | zstd -qc >x.zst
{ log_start 3.2.1 | zstd -qc; cat x.zst; { echo; app_end 50; } | zstd -qc; } >spark.zst
counted spark.zst

echo 'many of everything'
N=60000
awk -v n=$N 'BEGIN { for (i = 0; i < n; i++) printf "c%d,", i; print "c7" }' | slot-trace
awk -v n=$N 'BEGIN { printf "Meta VERSION=\"1\" .\nJob JOBID=\""; for (i = 0; i < 5 * n; i++) print ""; print "j\" SUBMIT_TIME=\"1000\" ." }' | counted
awk -v n=$N 'BEGIN { printf "Meta VERSION=\"1\" .\nJob JOBID=\"j\" SUBMIT_TIME=\"1000\" FINISH_TIME=\"9000\" JOB_STATUS=\"SUCCESS\" .\n"
    printf "Task TASKID=\"t_m_0\" TASK_TYPE=\"MAP\" SPLITS=\""; for (i = 0; i < n; i++) printf "/r/h%d,", i; print "/r/x\" ." }' >hosts
slot-trace --quiet hosts | sed -n 2p | cut -d, -f14 | tr '|' '\n' | sed -n '1p; $p'
counted hosts
awk -v n=$N 'BEGIN { for (i = 0; i < n; i++) printf "M%d,1,j_1,1,Terminated,1000,1010,100,0.5\n", i + 1 }' | slot-trace | tail -n 1 | cut -d, -f1,7
{ log_start 3.2.1; app_start app_1 0; executor 1 n1 10 1
  awk -v n=$N 'BEGIN { printf "{\"Event\":\"SparkListenerJobStart\",\"Job ID\":0,\"Submission Time\":20,\"Stage IDs\":[0"
      for (i = 1; i < n; i++) printf ",%d", i; print "]}"
      for (i = 0; i < n; i++) {
          printf "{\"Event\":\"SparkListenerStageSubmitted\",\"Stage Info\":{\"Stage ID\":%d,\"Stage Attempt ID\":0,\"Number of Tasks\":1,", i
          printf "\"Parent IDs\":[%s],\"Submission Time\":30}}\n", (i > 0 ? i - 1 : "") }
      for (i = 1; i < n; i++)
          printf "{\"Event\":\"SparkListenerJobStart\",\"Job ID\":%d,\"Submission Time\":40,\"Stage IDs\":[%d]}\n", i, n + i }'
  begin 7 0 0 50 1 n1 ANY; end 60 Success 7 0 0 0 50 1 n1 ANY; app_end 70; } | slot-trace --quiet --info | grep -E '^(jobs|stages_skipped|jobs_without_tasks),'
