# Four executors of a core each, dynamic allocation with a timeout of 10 s. 1 runs a task from 1.1 to 2 s and is told to go at 12; its end is
# logged at 15. 2 runs nothing from 0.2 s on: told at 10.2, logged at 41, which is too late to have been this timeout. 3 is lost at 13, though
# idle for as long. 4 runs one to the end at 20, when it goes: a task was on it, so lost. 5 stays.
. "$TOP/tests/cli/slot-trace/spark-events"
gone() { printf '{"Event":"SparkListenerExecutorRemoved","Timestamp":%s,"Executor ID":"%s","Removed Reason":"%s"}\n' "$(ms "$2")" "$1" "$3"; }
log() {
    log_start 3.2.1; app_start app_1 0
    settings "\"spark.dynamicAllocation.enabled\":\"$1\",\"spark.dynamicAllocation.executorIdleTimeout\":\"10\""
    executor 1 n1 100 1; executor 2 n2 200 1; executor 3 n3 300 1; executor 4 n4 400 1; executor 5 n5 500 1
    job 0 1000 0
    stage 0 2 0 1010
    begin 10 0 0 1100 1 n1 PROCESS_LOCAL; begin 11 1 0 1100 4 n4 PROCESS_LOCAL
    end 2000 Success 0 10 0 0 1100 1 n1 PROCESS_LOCAL
    gone 3 13000 'Executor heartbeat timed out after 12000 ms'
    gone 1 15000 'Executor killed by driver.'
    gone 4 20000 'Executor killed by driver.'
    gone 2 41000 'Executor killed by driver.'
}
log true >app
slot-trace --quiet --cluster-out c.csv app >/dev/null; cat c.csv
echo without dynamic allocation:
log false >app
slot-trace --quiet --cluster-out c.csv app >/dev/null; cat c.csv
