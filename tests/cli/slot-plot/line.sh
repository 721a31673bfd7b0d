. "$TOP/tests/cli/slot-plot/tables"
slot-plot line -x maps -y response_s --by pool results.csv --overlay results.csv | body
# Several columns on one axis: seconds where all of them are, whichever comes first.
printf 'x,a_s,b_s,n\n1,1,2,3\n2,2,3,4\n' >units.csv
for y in a_s,b_s a_s,n n,a_s; do slot-plot line -x x -y $y units.csv | grep "ylabel '"; done
