# Several columns as series, panels with the same axes, and what is refused: two rows of a series at one x (a line through them would
# be a zigzag), and more series than can be told apart.
. "$TOP/tests/cli/slot-plot/tables"
body() { sed '/^# slotwise: the style/,/^# y over\|^# bars of\|^# the share\|^# points/d'; }
cat >grid.csv <<'END'
order,load,wait,mean_s,mean_lo_s,mean_hi_s
fair,0.5,0,10,9,11
fair,0.5,5,8,7,9
fifo,0.5,0,12,11,13
fair,0.9,0,20,18,22
fair,0.9,5,14,13,15
fifo,0.9,5,16,15,18
END
echo '== two columns'
slot-plot line -x wait -y mean_s --by order,load grid.csv | grep title
slot-plot cdf -x mean_s --by order,load grid.csv | grep -c 'with steps'
echo '== panels'
slot-plot line -x wait -y mean_s --by order --panel load grid.csv | body | grep -v '^set terminal'
slot-plot bars -x wait -y mean_s --by order --panel load grid.csv | grep -e yrange -e '^set title' -e 'NaN'
slot-plot cdf -x mean_s --panel load grid.csv | grep -e range -e '^set title' -e steps
echo '== refused'
slot-plot line -x wait -y mean_s --by order grid.csv; echo "status $?"
slot-plot line -x wait -y mean_s --panel load grid.csv; echo "status $?"
slot-plot line -x wait -y mean_s --by order,lod grid.csv; echo "status $?"
slot-plot line -x wait -y mean_s --by order,load,a,b,c grid.csv; echo "status $?"
slot-plot heat -x wait -y load -z mean_s --panel order grid.csv; echo "status $?"
slot-plot line -x wait -y mean_s --by order --panel load --overlay grid.csv grid.csv; echo "status $?"
awk 'BEGIN { print "x,y,s"; for (s = 1; s <= 17; s++) print "1," s "," s }' >many.csv
slot-plot line -x x -y y --by s many.csv; echo "status $?"
slot-plot cdf -x y --by s many.csv; echo "status $?"
head -n 17 many.csv | slot-plot line -x x -y y --by s | grep -c title
awk 'BEGIN { print "x,y,s"; for (s = 1; s <= 10; s++) print "1," s "," s }' | slot-plot line -x x -y y --panel s; echo "status $?"
