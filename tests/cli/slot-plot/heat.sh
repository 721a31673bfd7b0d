. "$TOP/tests/cli/slot-plot/tables"
slot-plot heat -x wait_s -y load -z mean_response_s grid.csv | body
