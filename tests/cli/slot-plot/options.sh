. "$TOP/tests/cli/slot-plot/tables"
slot-plot cdf -x response_s --title "it's" --xlabel 'x {y}' --ylabel y --log x --size 300x200 --figure 'a b.svg' results.csv | body
slot-plot cdf -x response_s --term png --size 300x200 results.csv | grep '^set terminal'
slot-plot cdf -x response_s --term pdf results.csv | grep '^set terminal'
slot-plot cdf -x response_s --term dumb results.csv | grep '^set terminal'
