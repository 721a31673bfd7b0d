# Lines of many points, timelines of many times and attempts of many nodes: the script stays small, and says the same.
size() { [ "$(wc -c <"$1")" -lt "$2" ] && echo "$1 is small"; }
awk 'BEGIN { print "t,v,s"; for (i = 0; i < 200000; i++) print i "," (i * 7919) % 1000 ",a"; print "777.5,5000,a"; print "888.5,-5000,a" }' >line.csv
slot-plot line -x t -y v line.csv >line.gp
size line.gp 200000
grep -c -e '^777.5	5000$' -e '^888.5	-5000$' line.gp   # the least and the greatest are there
sed -n '/^\$data1/{n;p}' line.gp; awk '/^EOD/ { print last } { last = $0 }' line.gp
slot-plot line -x t -y v --log x --quiet line.csv | wc -c | awk '{ print ($1 < 200000) }'
# A timeline of 100,000 times: means over equal spans. Of a pool that runs 3 and 5 in turn each is 4.
awk 'BEGIN { print "time_s,pool,running"; for (i = 0; i <= 100000; i++) { print i ",a," (i % 2 ? 5 : 3); print i ",b,1" } }' >timeline.csv
slot-plot timeline --quiet timeline.csv >timeline.gp
size timeline.gp 500000
sed -n '/^\$pool1/,/^EOD/p' timeline.gp | sed -n '2p;3p;1001p'
# 21 nodes and 3 jobs: bands of two nodes, in the order of their names, and the jobs stacked in each. n1 and n2 have a lane each; j1 has n1 from 0 to 10.
awk 'BEGIN { print "node,job_id,launch_s,finish_s"; print "n1,j1,0,10"; print "n10,j2,0,150"; print "n2,j3,5,"
             for (i = 3; i <= 21; i++) if (i != 10) print "n" i ",j" 1 + i % 3 ",0,150" }' >attempts.csv
slot-plot gantt attempts.csv >gantt.gp
grep ytics gantt.gp
sed -n '/^\$job1/,/^EOD/p' gantt.gp | sed -n '2,4p;10,13p'
grep title gantt.gp
awk 'BEGIN { print "node,job_id,launch_s,finish_s"; for (i = 0; i < 12; i++) print "n" 12 - i % 3 ",j" i "," i "," i + 2 }' | slot-plot gantt | grep -e ytics -e xrange
awk 'BEGIN { print "node,job_id,launch_s,finish_s"; for (i = 0; i < 30; i++) print "n" i ",j" i "," i "," i + 20 - i % 7 }' | slot-plot gantt | grep -o "title '[a-z0-9]*'" | tr '\n' ' '
echo
# Bars that no figure can show, intervals of two values, and letters that gnuplot's font lacks.
slot-plot bars -x t -y v line.csv 2>&1
printf 'w,mean_response_s,mean_response_lo_s,mean_response_hi_s,n_response\na,1500,-14510,17510,2\nb,1600,1500,1700,9\n' >few.csv
slot-plot bars -x w -y mean_response_s few.csv 2>&1 | sed -n '/^slot-plot/p;/^\$data1/,/^EOD/p'
slot-plot line -x w -y mean_response_s few.csv 2>&1 | sed -n '/^slot-plot/p;/^\$data1/,/^EOD/p'
printf 'diff_s,w,diff_lo_s,diff_hi_s,n_pairs\n5,a,4,6,4\n5,b,4,6,5\n' | slot-plot bars -x w -y diff_s 2>&1 | sed -n '/^slot-plot/p;/^\$data1/,/^EOD/p'
printf 'name,response_s\n\346\274\242,3\nZ\303\274rich,4\n\342\202\254,5\n' >letters.csv
for term in png pdf svg dumb; do slot-plot bars -x name -y response_s --term $term letters.csv 2>&1 | grep slot-plot:; done
