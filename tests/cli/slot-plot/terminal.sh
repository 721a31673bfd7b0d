# --term dumb of every kind. What is filled is printed as text by the script; lines and points are gnuplot's own.
. "$TOP/tests/cli/slot-plot/tables"
command -v gnuplot >/dev/null || exit 0
draw() { echo "== $1"; slot-plot "$@" --term dumb | gnuplot; }
draw bars -x bin -y mean_response_s --by preset bins.csv
draw bars -x bin -y mean_response_s --panel preset --title 'Two panels' bins.csv
draw gains gains.csv --by preset
draw buckets phases.csv --overlay pools.csv
draw timeline timeline.csv
draw gantt attempts.csv
draw heat -x wait_s -y load -z mean_response_s grid.csv
awk 'BEGIN { print "a,b,z"; for (i = 0; i < 60; i++) for (k = 0; k < 4; k++) print i "," k "," i * k }' >wide.csv
draw heat -x a -y b -z z wide.csv
draw locality --by preset bins.csv
printf 'bin,share_node,share_rack,share_any,jobs,o\n1-25,1,1,2,4,a\n26-50,3,1,0,1,b\n1-25,,,,2,b\n' | slot-plot locality --by o --term dumb | gnuplot
printf 'x,y\n-1,-3\n2,6\n' | slot-plot bars -x x -y y --term dumb --size 500x300 | gnuplot
draw line -x wait_s -y mean_response_s --by load grid.csv | grep -c '[*#$]'
draw cdf -x response_s --by pool results.csv | grep -c '[*#$]'
draw pareto -x wait_s -y mean_response_s grid.csv | grep -c '[*#$A-Z]'
slot-plot heat -x wait_s -y load -z mean_response_s --term dumb --figure "it's" grid.csv | gnuplot && wc -l <"it's"
