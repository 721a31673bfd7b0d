. "$TOP/tests/cli/slot-plot/tables"
slot-plot locality --by preset bins.csv | body
