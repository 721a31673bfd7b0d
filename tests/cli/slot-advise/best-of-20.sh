# The best wait is known by brute force: 20 waits on ten days of one workload, replayed. From the log of one of them, made
# without a wait, slot-advise advises a wait whose mean response over the ten is within 3 % of the best of the 20.
. "$TOP/tests/cli/slot-advise/logs"
cluster='--nodes 20 --racks 4 --map-slots 2 --reduce-slots 1 --preset hfs'

waits='0 0.25 0.5 0.75 1 1.5 2 2.5 3 4 5 6 7.5 10 12.5 15 20 30 45 60'
[ "$FLAVOUR" != asan ] || waits='0 1 2.5 5 10' # a sanitizer looks for other faults
# mean PENALTY DELAY: over the ten days
mean() {
    for seed in 1 2 3 4 5 6 7 8 9 10; do
        slot-replay --quiet $cluster --placement trace --penalty "$1" --delay "$2" --record summary day$seed
    done | awk -F, '{ for (i = 1; i <= NF; i++) if ($i == "mean_response_s") at = i }
        $at != "mean_response_s" { s += $at; n++ } END { printf "%.6f\n", s / n }'
}

# best GAP PENALTY: and whether three logs of it come to within 3 % of it
best() {
    for seed in 1 2 3 4 5 6 7 8 9 10; do tasks $seed 250 10 "$1" 20 >day$seed; done
    for wait in $waits; do
        echo "$wait $(mean "$2" wait:${wait}s,${wait}s)"
    done >grid
    least=$(sort -k2,2n grid | sed -n 1p) none=$(sed -n 's/^0 //p' grid)
    for seed in 1 2 3; do
        log day$seed $cluster --penalty "$2" --delay none >log$seed
        slot-advise --preset hfs --delay none --dialect hadoop1 log$seed >lines
        verdict=$(sed -n '1s/^<!-- \([a-z-]*\): .*/\1/p' lines)
        ms=$(sed -n 's/.*delay.node<.name><value>\([0-9]*\)<.*/\1/p' lines)
        mean "$2" "wait:$(awk -v ms="$ms" 'BEGIN { print ms / 1000 }')s,$(awk -v ms="$ms" 'BEGIN { print ms / 1000 }')s" |
            awk -v least="${least#* }" -v none="$none" -v verdict="$verdict" '{
                print verdict ",", ($1 <= 1.03 * least ? "within" : "BEYOND"), "3 % of the best;",
                    (least < 0.97 * none ? "waiting pays" : "waiting gains less than 3 %") }'
    done
}
echo "much to gain:"; best 7 rack=1.3,any=1.6
echo "a light load:"; best 20 rack=1.3,any=1.6
# The third log of this load leaves room for a cost of 20 % beyond the rack, at which a wait gains: it cannot tell.
echo "distance costs nothing:"; best 20 rack=1,any=1
