# A script holds no dates and no paths: the same table from a file and from a pipe gives the same bytes.
. "$TOP/tests/cli/slot-plot/tables"
slot-plot cdf -x response_s results.csv > one.gp
slot-plot cdf -x response_s < results.csv > two.gp
slot-plot cdf -x response_s -o three.gp - < results.csv
cmp one.gp two.gp && cmp one.gp three.gp
slot-plot --print-style | cmp - "$TOP/plots/style.gp"
head -c "$(wc -c < "$TOP/plots/style.gp")" "$TOP/plots/style.gp" > style
tail -n +2 one.gp | head -n "$(wc -l < style)" | cmp - style
