# rules B12 B13: speeds that are drawn, of each run its own.
printf 'job_id,submit_s,maps,map_s\na,0,40,60\n' >jobs.csv
options='--nodes 20 --map-slots 1 --heartbeat 0 --placement trace jobs.csv'
for speeds in '--stragglers 25%,0.1,30s,90s' '--stragglers 25%,0.1' '--speed-sigma 0.5' '--speed-sigma 0.5 --stragglers 50%,0.3,10s,1h'; do
    slot-replay --attempts log.csv --runs 2 $speeds $options >/dev/null
    echo "$speeds: $(slot-audit log.csv slot-replay --runs 2 $speeds $options 2>&1)"
    for other in '' '--stragglers 25%,0.1,30s,91s' '--stragglers 30%,0.1' '--stragglers 25%,0.11' '--speed-sigma 0.51' '--speed-sigma 0.5' '--seed 2'; do
        echo "    as $other: $(slot-audit log.csv slot-replay --runs 2 $other $options 2>&1)"
    done
done
