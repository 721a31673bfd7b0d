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
