# A folder of two applications that overlap, each with an executor 1 of its own and settings of its own. b begins at 0 and a at 3 s, so names sort
# otherwise than starts. Nothing of one is changed to fit the other: jobs are submitted when they were, 1 s after their application began.
. "$TOP/tests/cli/slot-trace/spark-events"
app() { # ID RELEASE START WAIT: two jobs of a task each, 2 s apart
    log_start "$2"; app_start "$1" "$3"; settings "\"spark.locality.wait\":\"$4\",\"spark.yarn.queue\":\"q\""
    executor 1 h1 $(($3 + 100)) 1
    for j in 0 1; do
        t=$(($3 + 1000 + 2000 * j))
        job $j $t $j; stage $j 1 '' $t; begin $j 0 $j $((t + 100)) 1 h1 ANY; end $((t + 1100)) Success 0 $j 0 $j $((t + 100)) 1 h1 ANY
        stage_end $j 1 '' $t 0 $((t + 1100)); job_end $j $((t + 1100))
    done
    app_end $(($3 + 5000)); }
mkdir logs
app app_b 2.4.8 0 3s >logs/zz
app app_a 3.5.1 3000 0s >logs/aa
slot-trace --executors --cluster-out nodes.csv logs >tasks.csv; cut -d, -f1,2,17,20,21 tasks.csv
cat nodes.csv
slot-trace --check logs | grep -v ',0,$'
slot-trace --info logs | grep -E '^(application|applications|spark_version|locality_wait_node_s|task_cpus),'
echo other names, order, packing, and files beside them:
mkdir other; mv logs/zz other/1; gzip -nc logs/aa >other/2.inprogress; cp logs/aa other/0
echo hello >other/README.txt; echo x >other/2.crc; : >other/_SUCCESS
slot-trace --executors other | cmp - tasks.csv && echo same
slot-trace --quiet --executors other/2.inprogress other/1 | cmp - tasks.csv && echo same
echo one application in a folder is that application:
mkdir one; cp logs/aa one/x; echo hello >one/README.txt
slot-trace --quiet one >one.csv; slot-trace logs/aa | cmp - one.csv && echo same
echo attempts have executors of their own:
mkdir tries; for n in 1 2; do app app_c 3.5.1 $((n * 60000)) 3s | sed "s/\"App ID\":\"app_c\"/&,\"App Attempt ID\":\"$n\"/" >tries/app_c_$n; done
slot-trace --quiet --executors tries | cut -d, -f1,2,17
echo one after the other, each on its own clock as its log alone:
cp other/1 logs/zz; slot-replay --as-recorded logs >rows.csv; cut -d, -f1,2,6-8 rows.csv
for f in zz aa; do slot-replay --as-recorded logs/$f | tail -n +2; done >alone; tail -n +2 rows.csv | cut -d, -f2- | cmp - alone && echo 'as each alone'
slot-replay --as-recorded --runs 2 logs >runs; slot-replay --as-recorded --runs 2 --parallel 2 logs | cmp - runs && grep -c log runs
slot-replay --quiet --as-recorded --record summary --label day=1 --delay spark:0,0,0 other/2.inprogress other/1 | cut -d, -f1-4
{ app app_d 3.5.1 9000 3s | head -12; removed 1 10500; app app_d 3.5.1 9000 3s | sed -n '13,$p'; } >logs/d # its executor goes before job 1
printf '\202SNAPPY\000xxxxxxxxx' >logs/application_7
slot-replay --as-recorded logs | cut -d, -f1,2,7; slot-replay --as-recorded logs/d logs/application_7 >/dev/null; echo $?
slot-replay --as-recorded --submit nodes=1,limit=1h --at 1 logs; echo $?; slot-replay --as-recorded rows.csv runs; echo $?
cat logs/aa other/1 | slot-replay --as-recorded - 2>&1 | sed 's/.*cannot be/cannot be/'
