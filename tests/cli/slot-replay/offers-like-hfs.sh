# Rule M2.4: offered at once and without filters, nodes give pools the locality that hfs gives them: node-local maps of 20 runs, in
# percent, within a point. With the interval and filter of Mesos they differ: that is what plots/nexus-filter.sh shows.
slot-gen --jobs 300 --arrival poisson:5s --maps 10 --map-time 30s --map-sigma 0.5 --pool-names 6 --seed 3 -o jobs.csv
local_of() { slot-replay --quiet --nodes 100 --racks 5 --slots-per-node 1 --runs 20 --record summary "$@" jobs.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "share_node") at = i; next } { sum += $at } END { printf "%.2f\n", 100 * sum / (NR - 1) }'; }
for delay in none skips:20,20 wait:1s,1s,clock wait:5s,5s,clock; do
    of_hfs=$(local_of --order hfs --heartbeat 0 --delay $delay)
    of_offers=$(local_of --order offers:0 --delay $delay)
    awk -v delay=$delay -v a=$of_hfs -v b=$of_offers 'BEGIN { print delay ": hfs " a ", offers:0 " b, (a - b) ^ 2 <= 1 ? "within a point" : "APART" }'
done
