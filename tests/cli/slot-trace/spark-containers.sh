# --to containers: of three applications on one cluster each executor is a task of its queue's pool, from when it came until it went, and the
# application a job, submitted when it began. c's executors come by dynamic allocation: 2 at 6 s, of which no log tells when it was asked for.
. "$TOP/tests/cli/slot-trace/spark-events"
app() { # ID START QUEUE DYNAMIC: two executors, the second on h2 after as many seconds as $5 says; both stay to the end, 10 s after the start
    log_start 3.5.1; app_start "$1" "$2"; settings "\"spark.yarn.queue\":\"$3\",\"spark.dynamicAllocation.enabled\":\"$4\""
    executor 1 h1 $(($2 + 1000)) 4
    job 0 $(($2 + 1000)) 0; stage 0 1 '' $(($2 + 1000)); begin 0 0 0 $(($2 + 1000)) 1 h1 ANY
    executor 2 h2 $(($2 + 1000 * $5)) 4
    end $(($2 + 9000)) Success 0 0 0 0 $(($2 + 1000)) 1 h1 ANY; stage_end 0 1 '' $(($2 + 1000)) 0 $(($2 + 9000)); job_end 0 $(($2 + 9000)); app_end $(($2 + 10000)); }
mkdir logs
app app_b 2000 adhoc false 1 >logs/1; app app_a 0 etl false 2 >logs/2; app app_c 4000 adhoc true 2 >logs/3
slot-trace --to containers --cluster-out nodes.csv logs >containers.csv; cut -d, -f1-4,10,11,17,20-22 containers.csv; cat nodes.csv
# Three at once on each host: replayed there each comes when its job is submitted. With two slots a host all four are taken from 2 on, by app_a and app_b. The
# first to end is app_a's second, at 8: c/1 has its slot, for 9 s. Then app_a's first at 9: c/2, for 8 s.
replay() { slot-replay --quiet --preset yarn-fair --heartbeat 0 --delay none --placement trace "$@" containers.csv | cut -d, -f1,2,4-6; }
replay --cluster nodes.csv
sed 's/,3$/,2/' nodes.csv >fewer.csv; replay --cluster fewer.csv
echo one application:
slot-trace --quiet --to containers logs/3 | cut -d, -f1,2,10,20
slot-trace --to containers "$TOP/traces/recorded-tasks.csv"; echo $?
slot-trace --to containers --anonymize key logs; echo $?
