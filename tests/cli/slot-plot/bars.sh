. "$TOP/tests/cli/slot-plot/tables"
slot-plot bars -x bin -y mean_response_s --by preset bins.csv | body
