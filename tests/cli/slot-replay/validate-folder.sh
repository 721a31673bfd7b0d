# A folder has a row for each application, as its log alone has, however files are named. One that cannot be read and one that cannot be
# played are rows with the reason: the others are answered, and the exit status is 1.
. "$TOP/tests/cli/slot-trace/spark-events"
app() { # ID START WAIT HOST
    log_start 3.5.1; app_start "$1" "$2"; settings "\"spark.locality.wait\":\"$3\""
    executor 1 "$4" $(($2 + 100)) 1
    for j in 0 1; do
        t=$(($2 + 1000 + 2000 * j))
        job $j $t $j; stage $j 1 '' $t; begin $j 0 $j $((t + 100)) 1 "$4" ANY; end $((t + 1100)) Success 0 $j 0 $j $((t + 100)) 1 "$4" ANY
        stage_end $j 1 '' $t 0 $((t + 1100)); job_end $j $((t + 1100))
    done
    app_end $(($2 + 5000)); }
mkdir logs; app app_b 0 3s h1 >logs/b; app app_a 3000 0s h1 >logs/a
row() { cut -d, -f1-3,8-17 | sed 's/"spark:\([0-9s]*\),[^"]*"/\1/'; }
slot-replay --validate logs >rows.csv; row <rows.csv
for f in b a; do slot-replay --validate logs/$f | tail -1 | cut -d, -f2-; done >alone; tail -2 rows.csv | cut -d, -f2- | cmp - alone && echo 'as each alone'
mkdir other; cp logs/b other/1; cp logs/a other/0; echo hello >other/README; cp logs/a other/copy
slot-replay --quiet --validate other | cmp - rows.csv && echo 'the same by other names'
echo bad ones:
printf '\202SNAPPY\000xxxxxxxxx' >logs/application_7
{ app app_d 9000 3s h1 | head -12; removed 1 10500; app app_d 9000 3s h1 | sed -n '13,$p'; } >logs/d # its executor goes before job 1
slot-replay --validate logs >rows.csv; echo $?; cut -d, -f1-3,40 rows.csv
echo rolled:
mkdir -p rolled/eventlog_v2_app_e rolled/eventlog_v2_app_f; : >rolled/eventlog_v2_app_e/appstatus_app_e
for name in e f; do app app_$name 20000 3s h1 >whole; split -n l/11 --numeric-suffixes=1 -a 2 whole part
    for n in 01 02 03 04 05 06 07 08 09 10 11; do mv part$n rolled/eventlog_v2_app_$name/events_${n#0}_app_$name; done; done
slot-replay --validate rolled 2>&1 | cut -d, -f1-3
slot-replay --validate rolled/*/* 2>/dev/null | cut -d, -f1-3
