. "$TOP/tests/cli/slot-plot/tables"
slot-plot cdf -x response_s --by pool results.csv | body
