. "$TOP/tests/cli/slot-plot/tables"
slot-plot buckets phases.csv --overlay pools.csv --title 'TR figure 3' | body
