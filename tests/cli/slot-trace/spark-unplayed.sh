# What slot-replay does not play is named with counts (model rule R19). By hand: a stage with a barrier, submitted twice; an attempt that is a copy;
# two executors and a host excluded. Spark 3.1 logs each exclusion by its old name, too, which is no further one; 2.3 logs them with their
# package. A profile besides the default. spark.task.cpus is played: two slots of four cores.
. "$TOP/tests/cli/slot-trace/spark-events"
barrier() { ev StageSubmitted "$(info "$@"),\"RDD Info\":[{\"RDD ID\":1,\"Barrier\":false},{\"RDD ID\":2,\"Barrier\":true}]}"; }
exclusions() { for what in "Executor$2" "Executor${2}ForStage" "Node$2"; do printf '{"Event":"%sSparkListener%s","time":1,"executorId":"1","hostId":"h1"}\n' "$1" "$what"; done; }
log() { # VERSION, then the exclusions
    log_start "$1"; shift; app_start app_1 0
    settings '"spark.task.cpus":"2","spark.speculation":"true","spark.excludeOnFailure.enabled":"true"'
    ev ResourceProfileAdded '"Resource Profile Id":0'; ev ResourceProfileAdded '"Resource Profile Id":1'
    executor 1 h1 100 4
    job 0 1000 0; barrier 0 1 '' 1000; barrier 0 1 '' 1000 1
    "$@"
    begin 0 0 0 1000 1 h1 PROCESS_LOCAL; begin 1 0 0 1500 1 h1 PROCESS_LOCAL 1 true
    end 2000 Success 0 0 0 0 1000 1 h1 PROCESS_LOCAL; end 2001 TaskKilled 0 1 0 0 1500 1 h1 PROCESS_LOCAL 1 true
    stage_end 0 1 '' 1000 0 2001; job_end 0 2001; app_end 3000
}
both() { exclusions '' Blacklisted; exclusions '' Excluded; }
log 3.1.1 both >new
log 2.3.0 exclusions org.apache.spark.scheduler. Blacklisted >old
for log in new old; do
    slot-trace --info $log | grep -E '^(task_cpus|exclusion|speculation,|speculative|barrier|excluded|resource|executor_slots)' | tr '\n' ' '
    echo
    slot-replay --as-recorded --record summary $log 2>&1 >/dev/null
done
echo configuration:
printf '%s\n' 'spark.speculation true' 'spark.task.cpus 2' 'spark.excludeOnFailure.enabled true' 'spark.blacklist.enabled false' >spark-defaults.conf
slot-trace --record options spark-defaults.conf
