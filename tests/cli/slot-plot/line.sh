. "$TOP/tests/cli/slot-plot/tables"
slot-plot line -x maps -y response_s --by pool results.csv --overlay results.csv | body
