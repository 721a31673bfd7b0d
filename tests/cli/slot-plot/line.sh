. "$TOP/tests/cli/slot-plot/tables"
slot-plot line -x maps -y response_s --by pool results.csv --overlay results.csv | body
# Several columns on one axis: seconds where all of them are, whichever comes first.
printf 'x,a_s,b_s,n\n1,1,2,3\n2,2,3,4\n' >units.csv
for y in a_s,b_s a_s,n n,a_s; do slot-plot line -x x -y $y units.csv | grep "ylabel '"; done
# So it is in panels.
printf 'x,a_s,b_s,n,p\n1,1,2,3,u\n2,2,3,4,v\n' >panels.csv
for kind in line bars; do for y in a_s,b_s a_s,n n,a_s; do slot-plot $kind -x x -y $y --panel p panels.csv | grep "ylabel '[a-z]"; done; done
