. "$TOP/tests/cli/slot-plot/tables"
slot-plot gantt attempts.csv | body
