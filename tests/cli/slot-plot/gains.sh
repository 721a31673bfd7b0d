. "$TOP/tests/cli/slot-plot/tables"
slot-plot gains --by preset gains.csv | body
