# rules S13, S13.1, S13.2, S13.3: one slot, 40 jobs of one map of 10 s. Every 20 s: slots are taken 400 of 790 s; the span is
# 780 * 40 / 39 = 800 s, so the load is 0.5. Every 5 s: 195 * 40 / 39 = 200 s, load 2. The last column is the verdict.
# Every 10.2 s: 10 / 10.2 = 0.98. After 19 jobs nothing can be told.
jobs() { awk -v gap="$1" 'BEGIN { print "job_id,submit_s,maps,map_s"; for (i = 0; i < 40; i++) printf "j%d,%g,1,10\n", i, gap * i }'; }
summary() { slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --record summary "$@" | cut -d, -f1,23,24; }
for gap in 20 10.2 5; do
    jobs $gap | summary
done
# The load is not known where jobs have not ended; they wait for longer and longer.
jobs 5 | summary --until 200s
# A closed loop brings jobs as they end: no load.
jobs 5 | awk -F, 'NR < 3 { print $0 (NR == 1 ? ",after_job" : ",") } NR > 2 { print $1 ",," $3 "," $4 ",j" NR - 3 }' | summary
jobs 5 | head -n 20 | summary
