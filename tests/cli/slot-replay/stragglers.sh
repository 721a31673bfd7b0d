# rules B12 B13. Of 20 nodes a quarter, 5, goes at a tenth from 30 to 60: a map of 60 s that starts at 0 has done 30 s at 30 and 3 more at 60, so it ends at 87.
printf 'job_id,submit_s,maps,map_s\na,0,20,60\n' >jobs.csv
replay() { slot-replay --nodes 20 --map-slots 1 --heartbeat 0 --placement trace "$@" --record attempts jobs.csv; }
ends() { cut -d, -f13 | tail -n +2 | sort -n | uniq -c | awk '{ print $1, "at", $2 }'; }
replay --stragglers 25%,0.1,30s,60s | ends
echo "for good: 600 s"; replay --stragglers 25%,0.1 | ends
echo "another seed, other nodes; each run its own, the first that of the seed"
replay --stragglers 25%,0.1 | grep ,600, | cut -d, -f7 | sort >one
replay --stragglers 25%,0.1 --seed 2 | grep ,600, | cut -d, -f7 | sort >two
cmp -s one two || echo other
replay --stragglers 25%,0.1 --runs 2 | grep '^2,.*,600,' | cut -d, -f9 | sort | cmp - two && replay --stragglers 25%,0.1 --runs 2 | grep '^1,.*,600,' | cut -d, -f9 | sort | cmp - one && echo so
echo "speeds with sigma 0.5 around a mean of 1: of 2,000 nodes the mean is within 3 standard errors (0.036), the spread of the logarithm within 3 of its own (0.024)"
printf 'job_id,submit_s,maps,map_s\na,0,2000,60\n' >jobs.csv
slot-replay --nodes 2000 --map-slots 1 --heartbeat 0 --placement trace --speed-sigma 0.5 --record attempts jobs.csv | awk -F, 'NR > 1 { v = 60 / ($13 - $11); n++; s += v; l += log(v); q += log(v)^2 }
    END { m = s / n; d = sqrt(q / n - (l / n)^2); print (m > 0.964 && m < 1.036) ? "mean 1" : m, (d > 0.476 && d < 0.524) ? "spread 0.5" : d }'
slot-replay --nodes 2 --stragglers 2,0.1 jobs.csv
slot-replay --nodes 2 --stragglers 0.5 jobs.csv
slot-replay --nodes 2 --stragglers 0.5,0.1,9s,3s jobs.csv
