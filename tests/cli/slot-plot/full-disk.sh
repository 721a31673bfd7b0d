. "$TOP/tests/cli/slot-plot/tables"
slot-plot cdf -x response_s results.csv > /dev/full
echo $?
slot-plot cdf -x response_s results.csv | true
slot-plot cdf -x respons_s -o out.gp results.csv
ls out.gp 2>/dev/null || echo nothing
