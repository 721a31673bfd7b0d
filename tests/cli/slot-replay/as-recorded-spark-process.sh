# A stage with a task at PROCESS_LOCAL and one at ANY, and a log that names no preferences. A far task always had some; a near one may have had
# none, and then the stage waits for nothing (TaskSetManager.computeValidLocalityLevels). What its first far task waited tells which: both waits
# after the near one it preferred an executor, the wait for the node after it a host, neither of which is there; by hand.
. "$TOP/tests/cli/slot-trace/spark-events"
log() { # LAUNCH of the far task
    log_start 3.5.1; app_start "far-$1" 0; settings '"spark.locality.wait.process":"3s","spark.locality.wait.node":"2s"'
    executor 1 n1 100 1; executor 2 n2 100 1
    job 0 1000 0; stage 0 2 "" 1000
    begin 0 0 0 1000 1 n1 PROCESS_LOCAL; end 1050 Success 1000 0 0 0 1000 1 n1 PROCESS_LOCAL
    begin 1 1 0 "$1" 2 n2 ANY; end $(($1 + 50)) Success 1000 1 1 0 "$1" 2 n2 ANY
    job_end 0 $(($1 + 50)); app_end $(($1 + 60))
}
for launch in 6000 3000 6900 1000 1060 5000 7500; do
    log $launch >log
    for delay in '' --delay=spark:1s,0s,0s --delay=spark:0s,1s,0s; do
        # shellcheck disable=SC2086 # none or one
        slot-replay --quiet --as-recorded $delay --record attempts log 2>/dev/null |
            awk -F, -v as="recorded at $launch ${delay:-as it was}:" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
                { launch[$at["task_id"]] = $at["launch_s"]; level[$at["task_id"]] = $at["locality"] }
                END { print as, launch[1] - launch[0], level[1] }'
    done
done
