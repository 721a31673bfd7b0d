# rule L3: log-normal times around the job's mean from (seed, purpose, job_id, task): 10 s with sigma 0.5, and reduces of 20 s with sigma 1. The
# numbers come from an independent program (SplitMix64 and Marsaglia's polar method in Python). A node twice as fast halves them.
printf 'job_id,submit_s,maps,map_s,map_sigma,reduces,reduce_s,reduce_sigma\nj,0,3,10,0.5,3,20,1\n' >jobs.csv
slot-replay --nodes 1 --map-slots 3 --reduce-slots 3 --heartbeat 0 --record attempts jobs.csv |
    awk -F, 'NR > 1 { printf "%s %s %.6f\n", $6, $4, $13 - ($12 ? $12 : $11) }' | sort
