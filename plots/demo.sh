#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# demo.sh [TRACE] - the main job, end to end: a trace, its summary, a replay under naive fair sharing, the wait that its own
# release rate asks for, a replay under hfs with that wait, a table comparing the two per job size, and three figures. Each
# pipe is printed as it runs and may be copied (with bin/ in PATH, from the project's root).
# A log that recorded where and when its tasks ran is replayed on its own cluster instead, as it was and with other waits.
#   OUT=build/demo   where everything goes
#   NODES RACKS MAP_SLOTS REDUCE_SLOTS UTILISATION   the cluster of a trace that has none, and the share of its slots that the
#                    load is to ask for (without it a trace is replayed at its own times)
set -eu -o pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.."
BIN=$(cd "${BIN:-bin}" && pwd)
PATH=$BIN:$PATH
OUT=${OUT:-build/demo}
trace=${1:-}
trace_named=$trace
penalty=rack=1.3,any=2      # an assumption: how much longer a map takes away from its data
extra=1                     # of which any=2 is what waiting can save, in task lengths
locality=95%
mkdir -p "$OUT"

say() { printf '\n'; note "$@"; }
note() { printf '# %s\n' "$@"; }
run() { printf '$ %s\n' "$1"; eval "$1"; }

# column FILE NAME [ROW]: a field of the first or a later row of a table
column() {
    awk -F, -v name="$2" -v row="${3:-1}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } NR == row + 1 { print $at[name] }' "$1"
}
info() { sed -n "s/^$1,//p" "$OUT/info.csv"; }

# Of a table on standard input these columns, aligned, numbers to 4 figures.
pick() {
    awk -F, -v want="$1" '
        function short(x) { return x ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ && x !~ /^-?[0-9]+$/ ? sprintf("%.4g", x) : x }
        BEGIN { n = split(want, name, ",") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        { while (match($0, /"[^"]*"/)) { # a comma within quotes is no separator
              text = substr($0, RSTART + 1, RLENGTH - 2); gsub(/,/, ";", text)
              $0 = substr($0, 1, RSTART - 1) text substr($0, RSTART + RLENGTH) }
          for (i = 1; i <= n; i++) {
              cell[NR, i] = NR == 1 ? name[i] : short($at[name[i]])
              if (length(cell[NR, i]) > width[i]) width[i] = length(cell[NR, i]) } }
        END { for (r = 1; r <= NR; r++) { line = "   "
                  for (i = 1; i <= n; i++) line = line sprintf(" %*s", width[i] + 1, cell[r, i])
                  print line } }'
}

# Three figures, each of a name and the pipe that ends in slot-plot.
figure() { # NAME SOURCE-AND-PLOT
    run "$2 | gnuplot > $OUT/$1.svg"
    eval "$2 --term png | gnuplot > $OUT/$1.png"
}
drawn() {
    say "Drawn:"
    ls "$OUT"/*.svg "$OUT"/*.png
}

# ---- a log with a cluster of its own ----------------------------------------------------------------

# compared NAME OPTIONS: the log's jobs under OPTIONS, beside those of its own policy.
compared() {
    run "slot-replay --quiet --as-recorded $2 --label policy=$1 $trace > $OUT/$1.csv"
    run "slot-replay --quiet --as-recorded $2 --label policy=$1 --record summary $trace > $OUT/$1-summary.csv"
    run "slot-stats --label policy=$1 --compare $OUT/as-recorded.csv $OUT/$1.csv > $OUT/$1-gain.csv"
}

demo_recorded() {
    say "This log says where and when its tasks ran, so it is replayed on its own cluster, at its own times, under its own policy."
    run "slot-trace --quiet --info $trace > $OUT/info.csv"
    awk -F, '$1 ~ /^(format|jobs|maps|reduces|nodes|span_s|recorded_locality_.*|locality|locality_wait_.*)$/ {
        key = $1; sub(/^[^,]*,/, ""); gsub(/"/, ""); printf "    %-26s %s\n", key, $0 }' "$OUT/info.csv"
    say "How near the replay comes to what happened (errors are replayed / recorded - 1), and two other models of the same tasks:" \
        "no scheduler at all, and sjf without waits. A model that is as near as the policy is not told from it by this log."
    run "slot-replay --quiet --validate $trace > $OUT/validation.csv || true"
    pick order,delay,makespan_s,makespan_error,p05_error,p50_error,p95_error,endless_p50_error,sjf_p50_error <"$OUT/validation.csv"
    awk -F'"' 'NR == 2 && NF > 1 { print "# " $(NF - 1) }' "$OUT/validation.csv"

    say "The same jobs as they were, and with other waits."
    run "slot-replay --quiet --as-recorded --label 'policy=as recorded' $trace > $OUT/as-recorded.csv"
    run "slot-replay --quiet --as-recorded --label 'policy=as recorded' --record summary $trace > $OUT/as-recorded-summary.csv"
    others=
    if grep -q '^locality,none' "$OUT/info.csv"; then
        note "Its format has no locality, so no wait can be judged by it; shorter jobs first instead."
        others="sjf"; compared sjf "--order sjf"
    elif [ "$(info locality_wait_node_s)" ]; then
        compared no-wait "--delay spark:0,0,0"
        compared 1s "--delay spark:1s,1s,1s"
        compared 10s "--delay spark:10s,10s,10s"
        others="no-wait 1s 10s"
    else
        compared 5s "--delay wait:5s,5s"
        others="5s"
    fi
    { cat "$OUT/as-recorded-summary.csv"; for other in $others; do sed 1d "$OUT/$other-summary.csv"; done; } |
        pick policy,makespan_s,mean_response_s,p50_response_s,p95_response_s,share_node,share_rack,share_any,utilization_maps
    note "Gain, mean response as recorded / mean response with the other policy:"
    for other in $others; do sed "$([ "$other" = "${others%% *}" ] || echo 1d)" "$OUT/$other-gain.csv"; done | pick policy,jobs,gain,gain_lo,gain_hi
    note "A task takes the time it took in the log, wherever it is launched: what distance costs is left at 1 (--penalty)."

    if ! grep -q '^locality,none' "$OUT/info.csv"; then
        say "Does a wait pay? The log's jobs replayed under waits, with what distance cost in this log, by job size; beside it the closed" \
            "formula's wait (w1_s) and locality, and the recorded locality:"
        if run "slot-delay recommend --quiet $trace > $OUT/recommend.csv"; then
            pick jobs_like,jobs,verdict,tried_node_s,change,change_lo,change_hi,replayed_share_node_no_wait,replayed_share_node_wait,w1_s <"$OUT/recommend.csv"
            sed -n '1,2p' "$OUT/recommend.csv" | pick share_node_formula,share_node_recorded,n_recorded_tasks,back_test_error
            sed -n '1,2p' "$OUT/recommend.csv" | pick reason
            sed -n '1,2p' "$OUT/recommend.csv" | pick break_even
        fi
    fi
    say "Figures; --term png instead draws the other format."
    figure response "slot-plot cdf -x response_s --by policy --log x $OUT/as-recorded.csv $OUT/${others%% *}.csv"
    drawn
}

if [ -n "$trace" ] && slot-replay --quiet --as-recorded --record summary -o "$OUT/as-recorded-summary.csv" "$trace" 2>/dev/null; then
    demo_recorded
    exit
fi

# ---- 1: the trace --------------------------------------------------------------------------------

note 'To copy a pipe, first: export PATH=$PWD/bin:$PATH'
if [ -z "$trace" ]; then
    say "No trace was named: 400 jobs of the multi-user macrobenchmark of EECS-2009-55, table 2, on its 100 nodes."
    trace=$OUT/trace.csv
    run "slot-gen --preset tr-bm --jobs 400 > $trace"
    nodes=100 racks=4 map_slots=4 reduce_slots=2
else
    nodes=600 racks=30 map_slots=5 reduce_slots=2
fi
nodes=${NODES:-$nodes} racks=${RACKS:-$racks} map_slots=${MAP_SLOTS:-$map_slots} reduce_slots=${REDUCE_SLOTS:-$reduce_slots}
jobs=$OUT/jobs.csv

say "The trace as a jobs table, and what is in it."
rates=
slot-trace --info "$trace" >"$OUT/info.csv"
if grep -q '^derived_map_s,' "$OUT/info.csv"; then
    rates=' --map-rate 5M --copy-rate 30M --reduce-rate 15M'
    note "It has bytes and no times: a map reads 5 MB/s (a block of 128 MB takes 27 s), a reduce copies 30 MB/s and computes" \
         "15 MB/s. These rates are chosen, not measured; --info lists every derived column with its rule."
fi
run "slot-trace$rates --info $trace > $OUT/info.csv"
awk -F, '$1 ~ /^((format|jobs|maps|reduces|span_s|input_bytes|shuffle_bytes|map_slot_s|reduce_slot_s|map_p50_s|map_mean_s|reduce_p50_s|maps_per_job_(p50|p90|p99|max))$|derived_)/ {
    key = $1; sub(/^[^,]*,/, ""); gsub(/"/, ""); printf "    %-20s %s\n", key, $0 }' "$OUT/info.csv"
run "slot-trace$rates --record jobs $trace > $jobs"

if [ "$(info maps)" = 0 ]; then
    echo "demo: no maps in this trace: '$trace'" >&2
    exit 1
fi

# ---- 2: the cluster and its load -----------------------------------------------------------------

utilisation=${UTILISATION:-${trace_named:+0}}  # no load is made up for a trace that was named
utilisation=${utilisation:-80}
read -r load kind <<<"$(awk -v u="$utilisation" -v span="$(info span_s)" -v maps="$(info map_slot_s)" -v reduces="$(info reduce_slot_s)" \
    -v chained="$(info jobs_after_another)" -v slots="$((nodes * map_slots)) $((nodes * reduce_slots))" '
    function of(n, work) { return work > 0 ? u / 100 * n * span / work : 1e300 }
    BEGIN {
        split(slots, n, " "); m = of(n[1], maps); r = of(n[2], reduces)
        if (u == 0 || span <= 0 || chained > 0 || (m > 1e299 && r > 1e299)) print "1 none"
        else printf "%.3g %s\n", m < r ? m : r, m < r ? "map" : "reduce"
    }')"
cluster="--nodes $nodes --racks $racks --map-slots $map_slots --reduce-slots $reduce_slots"
model="$cluster --penalty $penalty --load $load"
say "The cluster: $nodes nodes in $racks racks, $map_slots map and $reduce_slots reduce slots each; where blocks are drawn, 3 replicas, uniformly."
if [ "$kind" = none ]; then
    load_text="submit times as they are in the trace"
    why="all jobs come at once or one after another, so no load can be set"
    [ "$utilisation" != 0 ] || why="no load is made up; UTILISATION=80 asks for one"
    note "Load: $load_text ($why)."
else
    load_text="--load $load, so that the work fills $utilisation % of the $kind slots (the tighter kind)"
    note "Load: $load_text. It divides the gaps between submits by $load" \
         "(= $utilisation % x $kind slots x $(info span_s) s / $(info "${kind}_slot_s") slot seconds). As recorded the trace would fill $(awk -v u="$utilisation" -v x="$load" 'BEGIN { printf "%.2g", u / x }') %."
fi
if grep -q '^locality,none' "$OUT/info.csv"; then
    has_locality= model="$cluster --load $load --placement trace"
    note "The format has no locality: nothing says where data was, so no wait is recommended and distance costs nothing."
else
    has_locality=1
fi
[ -z "$has_locality" ] || note "An assumption: a map takes 1.3 times as long in its data's rack and 2 times off it (--penalty $penalty)."

# ---- 3: naive fair sharing, and what it shows -----------------------------------------------------

say "The replay under naive fair sharing: whoever has the fewest tasks running takes the slot, wherever its data is."
run "slot-replay $model --order fair --delay none --label 'scheduler=naive fair' --attempts $OUT/attempts.csv $jobs > $OUT/fair.csv"

second=fifo order=fifo delay=none
if [ "$has_locality" ]; then
second=hfs order=hfs
say "Map slots that free up per second in that replay, over the whole of it and while 95 % of them are busy."
run "awk -F, -v kind=map -v slots=$((nodes * map_slots)) -f plots/release-rate.awk $OUT/attempts.csv > $OUT/rate.csv"
pick scope,time_s,releases,per_s,mean_task_s <"$OUT/rate.csv"
row=$(awk 'END { print NR - 1 }' "$OUT/rate.csv")   # busy where there is such a time
rate=$(column "$OUT/rate.csv" per_s "$row")
task_s=$(info map_mean_s)
remote_s=$(awk -v t="$task_s" -v x="$extra" 'BEGIN { print t * x }')

# ---- 4: the wait ----------------------------------------------------------------------------------

say "The wait that $locality locality asks for at $rate releases a second, for jobs of 1, 10 and 100 maps; and whether it pays" \
    "for a map of $task_s s (the mean) that takes $remote_s s longer off its rack."
run "slot-delay recommend --nodes $nodes --racks $racks --slots-per-node $map_slots --tasks 1,10,100 --locality $locality --release-rate $rate --task-time ${task_s}s --remote-cost ${remote_s}s > $OUT/recommend.csv"
pick tasks,skips,rack_skips,w1_s,w2_s,share_node_expected,share_node_no_wait,cost_s,gain_s,verdict <"$OUT/recommend.csv"
w1=$(printf %.3f "$(column "$OUT/recommend.csv" w1_s 2)") w2=$(printf %.3f "$(column "$OUT/recommend.csv" w2_s 2)")
skips=$(column "$OUT/recommend.csv" skips 2)
if [ "$(column "$OUT/recommend.csv" verdict 2)" = wait ]; then second="hfs + wait" delay="wait:${w1}s,${w2}s"; fi
say "Recommended for jobs of 10 maps: wait:${w1}s,${w2}s, worth $skips skips. What the papers promise of so many:"
run "slot-delay bound --nodes $nodes --slots-per-node $map_slots --tasks 1,10,100 --skips $skips > $OUT/bound.csv"
pick tasks,skips,share_node_within_skips,share_node_bound,share_node_algorithm <"$OUT/bound.csv"
note "share_node_within_skips: ES 3.5's mean; share_node_bound: its closed form, a lower bound; share_node_algorithm: ES algorithm 2 to the letter."
[ "$delay" != none ] || note "For jobs of 10 maps the verdict is $(column "$OUT/recommend.csv" verdict 2), so hfs goes without a wait below."
fi

# ---- 5: the same jobs with the wait ----------------------------------------------------------------

say "The same jobs, blocks, task times and submits under $second."
run "slot-replay $model --order $order --delay $delay --label 'scheduler=$second' $jobs > $OUT/hfs.csv"
say "Both in a row each."
run "slot-replay $model --order fair --delay none --label 'scheduler=naive fair' --record summary $jobs > $OUT/fair-summary.csv"
run "slot-replay $model --order $order --delay $delay --label 'scheduler=$second' --record summary $jobs > $OUT/hfs-summary.csv"
{ cat "$OUT/fair-summary.csv"; sed 1d "$OUT/hfs-summary.csv"; } |
    pick scheduler,mean_response_s,p50_response_s,p95_response_s,share_node,share_rack,share_any,utilization_maps,utilization_reduces

# ---- 6: per job size --------------------------------------------------------------------------------

say "Per job size (bins of the EuroSys paper, in maps):"
run "slot-stats --by scheduler,bins --bins es $OUT/fair.csv $OUT/hfs.csv > $OUT/sizes.csv"
run "slot-stats --by bins --bins es --compare $OUT/fair.csv $OUT/hfs.csv > $OUT/gains.csv"
awk -F, -v second="$second" '
    FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
    file == 1 { key = $at["scheduler"] "|" $at["bin"]
                response[key] = $at["mean_response_s"]; near[key] = $at["share_node"]; next }
    !printed++ {
        print "                  mean response, s      gain                   of a job       node-local maps, %"
        short = second; gsub(/ /, "", short)
        printf "    maps   jobs   naive fair  %8s  (95 %% interval)    least greatest  naive fair  %8s\n", short, short }
    { b = $at["bin"]
      printf "%8s %6d   %10.1f %9.1f  %.2f (%4s to %4s)  %6.2f %6.2f      %6s    %6s\n", b, $at["jobs"], response["naive fair|" b],
          response[second "|" b], $at["gain"], bound($at["gain_lo"]), bound($at["gain_hi"]), $at["min_gain"], $at["max_gain"],
          percent(near["naive fair|" b]), percent(near[second "|" b]) }
    function bound(x) { return x == "" ? "-" : sprintf("%.2f", x) }
    function percent(x) { return x == "" ? "-" : sprintf("%.1f", 100 * x) }' "$OUT/sizes.csv" "$OUT/gains.csv" | tee "$OUT/table.txt"
note "$(awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    FNR == NR { base[$at["job_id"]] = $at["response_s"]; next }
    $at["job_id"] in base && base[$at["job_id"]] > 0 { n++; ratio = $at["response_s"] / base[$at["job_id"]]; lost += ratio > 1.05
        if (ratio > worst) { worst = ratio; who = $at["job_id"] " from " base[$at["job_id"]] " s to " $at["response_s"] " s" } }
    END { printf "%d of %d jobs lost more than 5 %%. Worst hit: %s.", lost, n, who }' "$OUT/fair.csv" "$OUT/hfs.csv")"
percent() { awk -v x="$(column "$1" "$2" "${3:-1}")" -v digits="${4:-0}" 'BEGIN { printf "%.*f %%", digits, 100 * x }'; }
note "gain: mean response under naive fair sharing / mean response under $second. At $nodes nodes, $load_text." \
     "Measured under naive fair sharing: $(percent "$OUT/fair-summary.csv" utilization_maps) of the map slots and $(percent "$OUT/fair-summary.csv" utilization_reduces) of the reduce slots busy, until the last job ends." \
     "One seed."
[ -z "$has_locality" ] || note "Maps away from their data: --penalty $penalty, an assumption."
[ "$delay" = none ] || note "The bound for jobs of 10 maps at this wait: $(percent "$OUT/bound.csv" share_node_bound 2 1) local."

losers=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["gain"] < 1 { printf "%s%s", s, $at["bin"]; s = ", " }' "$OUT/gains.csv")
[ -z "$losers" ] || [ "$delay" = none ] || note "Jobs of these sizes lost more by waiting than they won: $losers. What a wait can save is a share of a map's length."

# ---- 7: figures -------------------------------------------------------------------------------------

say "Three figures; --term png instead draws the other format."
[ -z "$has_locality" ] || figure locality "slot-plot locality --by scheduler $OUT/sizes.csv"
figure gains "slot-plot gains --ylabel 'gain (naive fair / $second)' $OUT/gains.csv"
figure response "slot-plot cdf -x response_s --by scheduler --log x $OUT/fair.csv $OUT/hfs.csv"
drawn
