# The page is the same whether replays are made one by one or sixteen at once: of drawn hosts, of prices of pools, of a log of Spark, and of jobs of nodes.
slot-gen --jobs 60 --maps 6 --map-time 20s --map-sigma 0.3 --arrival poisson:6s --pool-names 3 --seed 5 |
    slot-replay --quiet --nodes 8 --racks 2 --map-slots 1 --reduce-slots 0 --penalty rack=1.2,any=2 --delay wait:3s,3s --record attempts >log
for log in log "$TOP/traces/spark-day.zst"; do
    for n in 1 16; do slot-advise --quiet -j $n "$log" >page-$n; done
    cmp page-1 page-16 && sed -n '/^ANSWER/p' page-16 | cut -c 1-30
done
. "$TOP/tests/cli/slot-advise/logs"
gangs 1 60 60 8 >gangs; nodes 16 4 >nodes
for n in 1 16; do slot-advise --quiet -j $n --width slots --order fifo --runs 3 --cluster nodes gangs >page-$n; done
cmp page-1 page-16 && sed -n '/^ANSWER/p' page-16 | cut -c 1-30
