# Two stages; task 0 fails and is tried again, 1 has a copy that loses; the pool is the job's; hosts from NODE_LOCAL reads.
. "$TOP/tests/cli/slot-trace/spark-events"
{
    log_start 3.2.1; app_start app_1 0
    settings '"spark.locality.wait":"2s","spark.locality.wait.rack":"500ms"'
    executor 1 n1 100 2; executor 2 n2 200 2
    job 0 1000 0,1,2 gold                      # stage 0 is skipped
    stage 1 2 0 1010
    begin 10 0 1 1020 1 n1 NODE_LOCAL; begin 11 1 1 1021 2 n2 RACK_LOCAL
    end 2020 ExceptionFailure 0 10 0 1 1020 1 n1 NODE_LOCAL
    begin 12 0 1 2030 2 n2 NODE_LOCAL 1
    begin 13 1 1 2040 1 n1 NODE_LOCAL 1 true
    end 3030 Success 64 12 0 1 2030 2 n2 NODE_LOCAL 1
    end 4021 Success 64 11 1 1 1021 2 n2 RACK_LOCAL
    end 4022 TaskKilled 64 13 1 1 2040 1 n1 NODE_LOCAL 1 true
    stage_end 1 2 0 1010 0 4022
    stage 2 1 1 4030
    begin 14 0 2 4040 1 n1 PROCESS_LOCAL
    end 4540 Success 0 14 0 2 4040 1 n1 PROCESS_LOCAL
    stage_end 2 1 1 4030 0 4541
    job_end 0 4542; removed 2 5000; app_end 6000
} >log
slot-trace --cluster-out cluster.csv log
cat cluster.csv
slot-trace --info log | grep -E '^(spark_version|locality|delay|stages_skipped|executor)'
slot-trace --check log | grep -v ',0,$'
