# Slots and the wait come from a Spark log itself; options overrule them. PROCESS_LOCAL and reads without input do not count.
. "$TOP/tests/cli/slot-trace/spark-events"
{
    log_start 3.2.1; app_start app_1 0; settings '"spark.locality.wait":"4s"'
    executor 1 n1 0 2; executor 2 n2 0 2
    job 0 1000 0,1; stage 0 6 '' 1000
    for i in 0 1 2 3; do begin $i $i 0 1000 $((i / 2 + 1)) n$((i / 2 + 1)) NODE_LOCAL; done
    for i in 0 1 2 3; do end 3000 Success 9 $i $i 0 1000 $((i / 2 + 1)) n$((i / 2 + 1)) NODE_LOCAL; done
    for i in 4 5; do begin $i $i 0 3000 1 n1 ANY; done
    for i in 4 5; do end 6000 Success 9 $i $i 0 3000 1 n1 ANY; done
    stage_end 0 6 '' 1000 0 6000; stage 1 2 0 6000
    begin 6 0 1 6000 1 n1 NODE_LOCAL; end 7000 Success 0 6 0 1 6000 1 n1 NODE_LOCAL
    begin 7 1 1 6000 1 n1 PROCESS_LOCAL; end 7000 Success 0 7 1 1 6000 1 n1 PROCESS_LOCAL
    stage_end 1 2 0 6000 0 7000; job_end 0 7000; app_end 8000
} >log
slot-delay rates log | grep -E '^(block|left|slots|nodes|used|busy|release|penalty_any|stages)'
slot-delay rates --wait 1s --busy 50% log | grep -E '^(busy|stages)'
printf 'node,rack,slots\na,r,4\nb,r,4\nc,r,4\n' >cluster.csv
slot-delay rates --cluster cluster.csv log | grep -E '^(slots|nodes|used)'
slot-delay recommend --quiet log | cut -d, -f1,3,4,5,7,8,9,20-
slot-delay recommend --nodes 100 --tasks 3 --remote-cost 10s log | cut -d, -f1,5,9,10,20-
