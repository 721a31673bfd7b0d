#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# decisions_random.sh N START - rules S9, S10, S12: for each of N numbers from START on (default 200 from 1) a small random workload is replayed
# with and without --decisions, some under other orders or with preemption, CPAC, copies, failures or balancing. The logs must be the same byte for byte; each attempt has its launch row and each killed
# one its kill row; the waits of a job's launch rows add up to its waited_s (D7); the other rows are no more than S9's bound; and --explain
# leaves the job's rows as they are. A number that fails prints the command; its files stay in build/decisions/case-NUMBER/.
# Programs: $BIN/slot-replay, $B/tests/naive/gen-workload (default: bin, build/release), or SLOT_REPLAY, GEN_WORKLOAD.
. "$(dirname "$0")/programs.sh"
n=${1:-200} start=${2:-1}
passed=0 failed=0 kept=

more_options()
{
    case $((seed % 11)) in
    0) echo "--balance-long 3s" ;;
    1) echo "--preempt kill:2s,4s --preempt-every 1500ms" ;;
    3) echo "--admit cpac:2,1" ;;
    2) echo "--speculate hadoop:0.2,1s --speculate-every 1s --speed-sigma 0.5" ;;
    4) echo "--speculate late:50%,25,25,1s --speculate-every 700ms --failure-rate 0.2 --speed-sigma 0.5" ;;
    6) echo "--order hod:2 --delay none" ;;
    7) echo "--order modified-fair --delay adaptive" ;;
    8) echo "--order deficit:1s,3,4s,2" ;;
    9) echo "--order mlq:4,9;2,1,0.5" ;;
    10) echo "--order capacity" ;;
    5) echo "--preempt kill:1s,1s,half --preempt-every 1s" ;;
    esac
}

# H8 does not go with hod.
uncapped() { case $((seed % 11)) in 6) sed 's/--load-cap [^ ]*//' "$dir/options" ;; *) cat "$dir/options" ;; esac; }

# $(cat options) is a line of words.
# shellcheck disable=SC2046
replay() { (cd "$dir" && timeout 60 "$slot" --quiet "$@" $(cat options) 2>replay.err); }

# Fields of attempts: 1 job_id, 3 stage, 7 node, 9 locality, 11 launch_s, 13 finish_s, 14 outcome. Of decisions: 1 time_s, 2 node,
# 3 job_id, 4 action, then the reason, and from the end wait_s and locality. Of jobs: 1 job_id, 20 waited_s. Ids may come again.
cat >"$work/check.awk" <<'END'
BEGIN { FS = "," }
FNR == 1 { file++; next }
file == 1 { launched[$1 "," $11 "," $7 "," $9]++; n++; stages[$1 "," $3] = 1; if ($14 != "done" && $14 != "running") again++
            if ($15 != "") killed[$1 "," $13 "," $7]++ }
file == 2 && ($4 == "launch" || $4 == "speculate") { launched[$3 "," $1 "," $2 "," $NF]--; waited[$3] += $(NF - 1) }
file == 2 && $4 == "kill" { killed[$3 "," $1 "," $2]-- }
file == 2 && $4 != "launch" && $4 != "kill" && $4 != "speculate" { others++ }
file == 3 { jobs++; told[$1] += $20 }
END {
    for (i in told) if ((d = waited[i] - told[i]) > 1e-6 || d < -1e-6) { print i ": waits add up to " waited[i] ", not " told[i]; bad = 1 }
    for (i in launched) if (launched[i]) { print "launch: " i; bad = 1 }
    for (i in killed) if (killed[i]) { print "kill: " i; bad = 1 }
    for (i in stages) n_stages++
    if (others > 8 * (n + again + n_stages) + 9 * 24) { print others " rows that are no launch"; bad = 1 }
    exit bad
}
END

# The workloads' job names are without commas.
explains()
{
    job=$(sed -n 2p "$dir/log.csv" | cut -d, -f1)
    [ -n "$job" ] || return 0
    replay --decisions one.csv --explain "$job" >"$dir/explained" || return 1
    awk -F, -v job="$job" 'NR == 1 || $3 == job' "$dir/decisions.csv" >"$dir/of_job"
    awk -F, -v job="$job" 'NR == 1 || $3 == job' "$dir/one.csv" | cmp -s - "$dir/of_job"
}

holds()
{
    replay --decisions decisions.csv --attempts log2.csv >"$dir/jobs2.csv" || return 1
    cmp "$dir/jobs.csv" "$dir/jobs2.csv" && cmp "$dir/log.csv" "$dir/log2.csv" || return 1
    (cd "$dir" && awk -f "$work/check.awk" log.csv decisions.csv jobs.csv) && explains
}

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    dir=$work/case
    rm -rf "$dir"
    mkdir "$dir"
    "$gen" "$seed" "$dir" || exit 1
    echo "$(uncapped) $(more_options)" >"$dir/all" && mv "$dir/all" "$dir/options"
    if ! replay --attempts log.csv >"$dir/jobs.csv"; then
        :
    elif holds; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "number $seed: slot-replay --decisions decisions.csv $(cat "$dir/options")"
        if [ -z "$kept" ]; then
            kept=${KEEP:-$top/build/decisions}/case-$seed
            rm -rf "$kept"
            mkdir -p "$(dirname "$kept")" && cp -r "$dir" "$kept"
            echo "files kept in $kept"
        fi
    fi
    seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
