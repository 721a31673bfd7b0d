# By hand, over 30 s: a runs 4 for 10 s and 6 for 20 s, 16/3; b runs 2 for 10 s, is gone for 10 s, then 0; a is two
# slots below its share with work waiting for the first 10 s; b has neither running nor pending for 20 s.
cat > t.csv <<'EOD'
time_s,pool,running_maps,pending_maps,fair_share_maps
0,a,4,1,6
0,b,2,0,2
10,a,6,0,6
20,a,6,0,6
20,b,0,0,0
30,a,9,0,6
EOD
slot-stats --timeline t.csv
printf 'run,time_s,pool,running,pending,fair_share\n1,0,a,4,0,4\n1,10,a,4,0,4\n2,0,a,1,0,4\n2,5,a,9,0,4\n' | slot-stats --timeline
printf 'time_s,pool,running\n5,a,4\n' | slot-stats --timeline
