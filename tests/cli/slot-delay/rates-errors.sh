cp "$TOP/traces/tr-bm.csv" "$TOP/traces/dag-tasks.csv" "$TOP/traces/recorded-tasks.csv" .
slot-delay rates nothing.csv; echo "exit $?"
slot-delay rates tr-bm.csv; echo "exit $?"
slot-delay rates dag-tasks.csv; echo "exit $?"
slot-delay rates --busy 0 recorded-tasks.csv; echo "exit $?"
slot-delay rates --wait never recorded-tasks.csv; echo "exit $?"
printf 'node,slots\na,x\n' >cluster.csv
slot-delay rates --cluster cluster.csv recorded-tasks.csv; echo "exit $?"
slot-delay recommend nothing.csv; echo "exit $?"
slot-delay bound nothing.csv; echo "exit $?"
slot-delay rates recorded-tasks.csv >/dev/full; echo "exit $?"
