# --from and --to: jobs of a log by when they were submitted. The first of the samples has jobs at 09:48:20, 25, 31, 37, 44, 49, 54, 09:49:01, 08, 15, ...: five
# of its 14 are from 09:48:40 on and before 09:49:10.
cp "$TOP/traces/spark-history/application_1795600000000_0001.gz" log.gz
part() { slot-advise --from 2026-11-25T09:48:40 --to '2026-11-25 09:49:10' "$@"; }
part log.gz | sed -n '1p; /^1 LOG/,/^$/p'
slot-advise --from 2026-11-25 log.gz | sed -n 1p
part "$TOP/traces/spark-history" | sed -n '1p; /^ANSWER/,/^$/p; /^4 UNT/,/^$/p'
part --rows --per log log.gz | awk -F, 'NR == 2 { print $8, $9, $12 }'
slot-advise --to 2026-11-25 log.gz | sed -n 3p
slot-advise --from noon log.gz; echo $?
slot-advise --from 2026-11-25T09:00 --to 2026-11-25T08:00Z log.gz; echo $?
cp "$TOP/traces/recorded-tasks.csv" . && slot-advise --from 2026-11-25 recorded-tasks.csv; echo $?
slot-advise --from 2026-11-25 --width slots log.gz; echo $?
