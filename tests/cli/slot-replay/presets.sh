# A preset is the parts and the clock that it stands for: Hadoop's heartbeat is 3 s, 6 s on 600 nodes; no out-of-band ones, one launch of a kind each, a commit
# pending for a heartbeat. Options override it wherever they stand.
awk 'BEGIN { print "job_id,submit_s,maps,map_s,map_sigma,reduces,reduce_s"; for (i = 0; i < 40; i++) print "j" i "," 2 * i "," 1 + i * i % 23 ",8,0.3," i % 3 ",5" }' >jobs.csv
same() { # NODES HEARTBEAT PRESET ORDER DELAY
    slot-replay --nodes $1 --racks 2 --preset $3 jobs.csv >preset.csv
    slot-replay --nodes $1 --racks 2 --order $4 --delay $5 --heartbeat $2 --out-of-band no --per-heartbeat 1 --commit-pending $2 jobs.csv | cmp - preset.csv && echo $3 on $1
}
for size in '4 3s' '600 6s'; do
    same $size hadoop-fifo fifo none
    same $size naive-fair fair none
    same $size hfs hfs wait:5s,5s,shipped
done
slot-replay --nodes 4 --order fifo --preset hfs jobs.csv >a.csv
slot-replay --nodes 4 --preset hfs --order fifo jobs.csv | cmp - a.csv
slot-replay --nodes 4 --preset hfs jobs.csv | cmp -s - a.csv || echo the order was overridden
