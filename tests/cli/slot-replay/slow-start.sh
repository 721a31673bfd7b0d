# rule L5: 10 maps of 10 s, one after the other. Reduces are ready when max(1, ceil(f * 10)) are done: f = 0.05, 0.1: 1, at 10; 0.25, 0.3: 3, at
# 30 (0.3 * 10 is 3 and not a little more: f in millionths); 30.0001%: 4; 1: 10. f = 0 and a job without maps: at submission, 1 here.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\nj,1,10,10,1,1\n' >jobs.csv
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\nj,1,0,,1,1\n' >reduces.csv
ready() { echo $1 $(slot-replay --nodes 1 --map-slots 1 --reduce-slots 1 --heartbeat 0 --slowstart $1 --record attempts $2 | awk -F, '$6 == "reduce" { print $10 - 1, $11 - 1 }'); }
for f in 0 0.05 10% 0.25 0.3 30.0001% 1; do ready $f jobs.csv; done
ready 1 reduces.csv
