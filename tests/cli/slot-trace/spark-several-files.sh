# A rolling folder in the order of its numbers, a compacted file standing for those before it, two attempts of one
# application, a truncated zstd stream, and what is said of packings that are not read.
. "$TOP/tests/cli/slot-trace/spark-events"
app() { # start-ms: one job of one task
    executor 1 n1 $(($1 + 10)) 1; job 0 $(($1 + 20)) 0; stage 0 1 '' $(($1 + 20))
    begin 0 0 0 $(($1 + 30)) 1 n1 ANY; end $(($1 + 40)) Success 0 0 0 0 $(($1 + 30)) 1 n1 ANY
    stage_end 0 1 '' $(($1 + 20)) 0 $(($1 + 40)); job_end 0 $(($1 + 41)); app_end $(($1 + 50)); }
first() { log_start 3.2.1; app_start app_1 0; app 0; }
mkdir -p f/eventlog_v2_app_1
: >f/eventlog_v2_app_1/appstatus_app_1
echo 'never read' >f/eventlog_v2_app_1/events_1_app_1
first | head -n 5 >f/eventlog_v2_app_1/events_2_app_1.compact
first | sed -n 6,8p >f/eventlog_v2_app_1/events_9_app_1
first | sed -n '9,$p' | gzip -c >f/eventlog_v2_app_1/events_10_app_1.gz
slot-trace f/eventlog_v2_app_1/ | cut -d, -f1,2,10,20-22
# Compacted: jobs that had ended are missing, and so the log is incomplete. One fault in so few lines is over 5 %.
slot-trace --check f/eventlog_v2_app_1/ | grep -E '^(cut_short|compacted|verdict)'
# Databricks rolls by the hour; the file without a date is the last.
mkdir -p d/eventlog_1
first | sed -n 1,5p | gzip -c >d/eventlog_1/eventlog-2024-01-31--09-00.gz
first | sed -n 6,8p | gzip -c >d/eventlog_1/eventlog-2024-01-31--10-00.gz
first | sed -n '9,$p' >d/eventlog_1/eventlog
slot-trace d | cut -d, -f1,2,10,20-22
slot-trace --check d | grep -E '^(clock_skew|compacted|verdict)'
first >app_1; { log_start 3.2.1; app_start app_2 60000; app 60000; } >app_2
slot-trace --cluster-out cluster.csv app_1 app_2 | cut -d, -f1,2,10,20-22
cat cluster.csv
cat app_1 app_2 | slot-trace --info - | grep ^applications
mkdir empty; slot-trace empty
printf '\202SNAPPY\000xxxxxxxxx' >log.snappy; slot-trace log.snappy
printf 'ZV\001xxxxxxxxxxxx' >log.lzf; slot-trace log.lzf
printf 'PK\003\004xxxxxxxxxxx' >log.zip; slot-trace log.zip
{ cat app_1; seq 3000 | sed 's/.*/{"Event":"Other","n":&}/'; } | gzip -nc | head -c 3000 >cut.gz
slot-trace --check cut.gz | grep -E '^(cut_short|not_readable|verdict)' | sed 's/:[0-9]*$/:LINE/'
