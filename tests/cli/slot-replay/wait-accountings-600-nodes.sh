# rule D5 on 600 nodes, the table of docs/model.md section 6: one job keeps 3,000 map slots busy (26.5 freed a second, the reduce slots idle), 300 probes of one map,
# one replica, W1 = 10 s. Under asking and clock 10 s are the 27 * 10 offers of ES 4.1 (1 - e^(-270/600) = 36 %, and those that come before
# the next heartbeat after); each heartbeat of a node with an idle reduce slot clears the mark 10 ms later under shipped and all.
# Columns: accounting, share node-local, mean seconds that those launched in the rack had waited.
awk 'BEGIN {
    print "job_id,submit_s,pool,maps,map_s,map_sigma"
    print "big,0,big,120000,110,0.5"
    for (i = 0; i < 300; i++) print "probe" i "," 300 + 10 * i ",small,1,10,"
}' >probes.csv
for accounting in asking shipped all clock; do
    slot-replay --nodes 600 --racks 30 --map-slots 5 --reduce-slots 2 --preset hfs --commit-pending 0 --replication 1 \
        --delay wait:10s,10s,$accounting probes.csv |
        awk -F, -v name=$accounting '$2 == "small" { n++; node += $13; if ($14) { rack++; waited += $20 } }
            END { printf "%s %.0f%% %.0f s\n", name, 100 * node / n, waited / rack }'
done
