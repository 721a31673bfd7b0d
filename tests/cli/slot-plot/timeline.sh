. "$TOP/tests/cli/slot-plot/tables"
slot-plot timeline timeline.csv | body
