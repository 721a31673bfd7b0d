# --cluster takes what slot-trace --cluster-out --executors writes. With the log's own executors the replay is the log's, and so is the answer; with one
# fewer it is another, and with two executors on a host their slots add up where models offer hosts.
log="$TOP/traces/spark-history/application_1795600000000_0001.gz"; cp "$log" log.gz
slot-trace --quiet --executors --cluster-out six.csv log.gz >tasks.csv; cat six.csv
ends() { slot-replay --quiet --as-recorded "$@" --record summary log.gz | tail -1 | cut -d, -f3,4; }
ends; ends --cluster six.csv
slot-advise log.gz | sed -n '/^ANSWER/,/^SURE/p' >own; slot-advise --cluster six.csv log.gz | sed -n '/^ANSWER/,/^SURE/p' | cmp - own && echo 'the same answer'
head -n 6 six.csv >five.csv; ends --cluster five.csv
slot-advise --cluster five.csv log.gz | sed -n '1p; /^ANSWER/,/^SURE/p'
awk -F, -v OFS=, '$1 == "h01/1" { $3 = 1; print; $1 = "h01/7" } { print }' six.csv >two.csv
slot-advise --cluster two.csv log.gz | sed -n 1p; ends --cluster two.csv
# Models that offer hosts at heartbeats see the sum.
slot-replay --quiet --validate --cluster two.csv log.gz | sed 's|"[^"]*"||g' | cut -d, -f3,6,9-11,31,36
# Dynamic allocation lets an executor go that a wait kept idle. 16 tasks of 1 s prefer n1 and run there one after the other, from 0 and from 17 s on: 33
# s. Executor 2, idle for 5 s, is let go. Without a wait both take 8 s for the first 16. Then 2 is gone, so 8 + 1 + 16 = 25 s, -24.2 %, and with it to the
# end 8 + 1 + 8 = 17, -48.5 %. An executor that is let go behind the last launch, at 32 s, makes no difference.
. "$TOP/tests/cli/slot-trace/spark-events"
two_jobs() {
    log_start 2.4.8; app_start app_1 0; settings "\"spark.dynamicAllocation.enabled\":\"true\",\"spark.dynamicAllocation.executorIdleTimeout\":\"$1ms\""
    executor 1 n1 0 1; executor 2 n2 0 1
    for j in 0 1; do
        at=$((17000 * j)); job $j $at $j; stage $j 16 '' $at
        for k in $(seq 0 15); do
            begin $((16 * j + k)) $k $j $((at + 1000 * k)) 1 n1 NODE_LOCAL
            end $((at + 1000 * k + 1000)) Success 64 $((16 * j + k)) $k $j $((at + 1000 * k)) 1 n1 NODE_LOCAL
            [ $((at + 1000 * k + 500)) != "$1" ] || removed 2 $((at + 1000 * k + 1100))
        done
        stage_end $j 16 '' $at 0 $((at + 16000)); job_end $j $((at + 16000))
    done
    app_end 33500
}
for idle in 4500 32500; do
    two_jobs $idle >dynamic.log; echo "== idle for $idle ms"
    slot-advise --quiet --penalty rack=1,any=1 dynamic.log | sed -n '3,4p; /^2 WAIT/,/^$/p'
done
