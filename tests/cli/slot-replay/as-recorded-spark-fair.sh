# rule R8.1: a log under FAIR without a file: from 3.3.2 on the jobs of `default` take turns.
. "$TOP/tests/cli/slot-trace/spark-events"
for release in 3.3.1 3.3.2; do
    {
        log_start $release; app_start app 0
        settings '"spark.scheduler.mode":"FAIR"'
        executor 1 n1 0 2
        job 0 1000 0; stage 0 1 0 1000
        begin 0 0 0 1000 1 n1 PROCESS_LOCAL; end 3000 Success 0 0 0 0 1000 1 n1 PROCESS_LOCAL
        stage_end 0 1 0 1000 0 3000; job_end 0 3000; app_end 8000
    } >log
    slot-replay --as-recorded log 2>said | cut -d, -f1,6
    grep -o 'weights and minimum.*' said
done
