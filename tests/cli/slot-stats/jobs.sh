# Three jobs, one of them without a response. By hand: responses 10 and 30 have the mean 20, t(0.975,1) = 12.7062
# gives 20 -+ 127.062, quantiles (R-7) 20, 29, 29.8; node-local 3 of 8; 2 jobs done from 0 s to 40 s are 180 an hour.
cat > r.csv <<'EOD'
job_id,pool,submit_s,finish_s,response_s,slowdown,maps,reduces,map_tasks_run,node_local,rack_local,off_rack,no_preference,killed,speculated,wasted_s,waited_s
a,x,0,10,10,1,4,1,4,1,2,1,0,0,0,0,2.5
b,x,10,40,30,3,4,0,5,2,1,1,0,1,0,7,0
c,x,20,,,,2,0,0,0,0,0,0,0,0,0,0
EOD
slot-stats r.csv
slot-stats --by pool < r.csv
# One map alone has a place.
sed -n '1p; 2s/,4,1,2,1,0,/,1,0,1,0,0,/p' r.csv | slot-stats -C share_node,share_rack,share_any
