#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# slot-fair --audit: by hand. batch holds all 10 slots from 0 to 900, report asks for 4 from 60 on and is due 4 of 10, min(4, half). batch is then 4 over. At
# 600 a third pool asks for one slot and gets none before 900; shares are 4, 5 and 1.
cat >jobs.csv <<'CSV'
job_id,submit_s,pool,maps,map_s
b1,0,batch,20,900
r1,60,report,4,60
late,600,third,1,60
CSV
for at in 30 100 700 950 2000; do echo "--- $at"; slot-fair --audit --at $at --nodes 10 --map-slots 1 --reduce-slots 0 --order hfs jobs.csv; done
echo '--- by quota: Kueue issue 2258 asks who borrows; batch has 3 of its own and 7 more'
printf 'pool,quota\nbatch,3\nreport,5\nthird,\n' >pools.csv
printf 'node,slots\nn1,10\n' >nodes.csv
slot-fair --audit --at 100 --cluster nodes.csv --order quota --pools pools.csv jobs.csv
echo '--- a log, as it was recorded'
slot-replay --quiet --cluster nodes.csv --order fifo --record attempts jobs.csv >log.csv
slot-fair --quiet --audit --at 100 log.csv
echo '--- what is wrong'
slot-fair --audit --total-slots 4 jobs.csv
slot-fair --audit --at 9000 --nodes 10 --map-slots 1 --reduce-slots 0 jobs.csv
slot-fair --audit --at 100 --explain --nodes 10 jobs.csv
exit 0
