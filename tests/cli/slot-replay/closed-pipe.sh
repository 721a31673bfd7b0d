# Ends quietly, and soon: this trace would take minutes.
awk 'BEGIN { print "job_id,submit_s,maps,map_s"; for (i = 0; i < 100000; i++) print "j" i "," i ",2,1" }' >jobs.csv
slot-replay --nodes 2 jobs.csv | head -n 1 | cut -c1-20
slot-replay --nodes 2 --runs 1000000 jobs.csv | head -n 1 | cut -c1-20
slot-replay --nodes 2 --record attempts jobs.csv | head -n 1 | cut -c1-20
