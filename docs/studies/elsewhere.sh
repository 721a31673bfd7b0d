#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# elsewhere.sh - the numbers of docs/studies/elsewhere.md: results published outside the five documents, each by options alone. BIN=bin: where the programs are.
set -eu
LC_ALL=C
export LC_ALL
bin=$(CDPATH= cd -- "${BIN:-bin}" && pwd)
PATH=$bin:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# one COLUMN FACTOR FORMAT - of a summary on standard input
one() { awk -F, -v c="$1" -v f="$2" -v p="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) at = i; next } { printf p "\n", f * $at }'; }
row() { name=$1; shift; printf '| %s | %s |\n' "$name" "$("$@")"; }
# tasks N SECONDS HOST - one job
tasks() { awk -v n="$1" -v s="$2" -v h="$3" 'BEGIN { print "job_id,submit_s,stage,kind,task_id,duration_s,hosts"; for (i = 0; i < n; i++) print "j," (i ? "" : 0) ",0,task," i "," s "," h }'; }

spark() { # PRESET SECONDS
    tasks 500 "$2" n1 | slot-replay --quiet --nodes 100 --racks 100 --slots-per-node 1 --preset "$1" --offers "$1" --delay spark:3s,3s,3s --placement trace --record summary | one makespan_s 1 '%.0f s'
}
for preset in spark-2 spark-3; do for s in 5 7; do row "SPARK-18886, $preset, tasks of $s s" spark $preset $s; done; done
preferred() { # PRESET WAIT
    tasks 1000 1 n1 | slot-replay --quiet --nodes 4 --slots-per-node 2 --preset "$1" --offers "$1" --delay "spark:$2,$2,$2" --placement trace --record summary | one makespan_s 1 '%.0f s'
}
row 'Spark PR 27207, spark-2' preferred spark-2 3s
row 'Spark PR 27207, spark-3' preferred spark-3 3s
row 'Spark PR 27207, no wait' preferred spark-3 0s

# 16 frameworks, each three jobs of 800 maps over one file, one after the other.
awk 'BEGIN { print "job_id,submit_s,pool,maps,map_s,map_sigma,input_id,after_job,input_bytes"
    for (f = 0; f < 16; f++) for (k = 0; k < 3; k++) print f "-" k "," (k ? "" : 0) ",f" f ",800,12,0.2,file," (k ? f "-" k - 1 : "") ",107374182400" }' >mesos.csv
mesos() { slot-replay --quiet --nodes 93 --slots-per-node 4 --penalty any=1.8 --no-rack-level "$@" --record summary mesos.csv >"$work/m"; one share_node 100 '%.1f %%' <"$work/m"; one mean_response_s 1 ', %.0f s a job' <"$work/m"; }
in_a_line() { "$@" | tr -d '\n'; }
row 'Mesos 6.3, static' in_a_line mesos --order hod:6,job
for w in 0s 1s 5s; do row "Mesos 6.3, offers at once, wait $w" in_a_line mesos --preset mesos --order offers:0s,0s --delay "wait:$w,0,clock"; done
row 'the same, preset mesos without a wait' in_a_line mesos --preset mesos --delay wait:0s,0,clock

yarn() { tasks 800 60 '' | cut -d, -f1-6 | slot-replay --quiet --nodes 100 --racks 5 --slots-per-node 8 --preset capacity --drift none --off-switch "$1" --placement trace --record attempts |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "launch_s") c = i; next } $c > m { m = $c } END { printf "%.2f s\n", m }'; }
row 'YARN-80, one off-switch container a heartbeat' yarn 1
row 'YARN-80, all' yarn all

slot-gen --jobs 1 --arrival all-at-once --maps 15000 --map-time 25s --map-sigma 0.2 --reduces 4000 --copy-time 200s --reduce-time 150s --reduce-sigma 0.2 >sort.csv
sort_of() { slot-replay --quiet --nodes 1800 --racks 45 --map-slots 2 --reduce-slots 3 --stragglers 0.3%,0.25 --speculate "$1" --order fifo --record summary sort.csv >"$work/s"; one makespan_s 1 '%.0f s' <"$work/s"; one speculated 1 ', %d copies' <"$work/s"; }
for rule in none hadoop late; do row "OSDI'04 sort, copies: $rule" in_a_line sort_of $rule; done

# A gigabyte a task, links of 1 Gbit/s, and 6 Gbit/s from rack to rack.
slot-gen --preset tr-sticky --arrival all-at-once --jobs 20 --maps 180 --map-time 20s | sed "s/,[0-9]*,,,dataset/,$((180 << 30)),,,dataset/" >quincy.csv
quincy() { slot-replay --quiet --nodes 100 --racks 5 --slots-per-node 1 --network node=1G,rack=6G "$@" --record summary quincy.csv >"$work/q"; one share_node 100 '%.1f %% node-local' <"$work/q"; one makespan_s 1 ', %.0f s in all' <"$work/q"; one killed 1 ', %d killed' <"$work/q"; }
drf() { printf 'pool,demand,slots_each,memory_each\na,,1,4\nb,,3,1\n' | slot-fair --rule drf --total-slots 9 --memory 18 | awk -F, 'NR > 1 { printf("%s%s tasks, %.3f", (NR > 2 ? "; " : ""), $5, $8) }'; }
row 'DRF, <9 CPU, 18 GB>, tasks of <1, 4> and <3, 1>' drf
at_0() { awk -F, 'NR > 1 && $11 == 0 { n[$1]++ } END { printf "a %d tasks, b %d", n["a"], n["b"] }'; }
in_drf() { printf 'job_id,submit_s,pool,maps,map_s,task_cpus,task_memory\na,0,A,60,10,1,4\nb,0,B,60,10,3,1\n' |
    slot-replay --quiet --nodes 1 --slots-per-node 99 --node-cpus 9 --node-memory 18 --order drf --heartbeat 0 --record attempts | at_0; }
row 'the same replayed, --order drf' in_drf
printf 'node,slots,memory\n' >classes.csv
for i in 1 2 3 4 5 6 7 8; do echo "n$i,1,$((i > 2 ? 8 : 4))" >>classes.csv; done
choosy() { printf 'job_id,submit_s,pool,maps,map_s,task_memory\na,0,A,60,10,4\nb,0,B,60,10,8\n' |
    slot-replay --quiet --cluster classes.csv --order "$1" --heartbeat 0 --record attempts | at_0; }
row 'Choosy, 2 machines for a alone, 6 for both' choosy hfs

row 'Quincy' in_a_line quincy --preset quincy
row 'Quincy, nothing killed' in_a_line quincy --preset quincy --global quincy
row 'Quincy, nothing killed, no fairness' in_a_line quincy --preset quincy --global quincy:share=none
row 'naive fair sharing' in_a_line quincy --preset naive-fair --heartbeat 0 --commit-pending 0
row 'delay scheduling, 5 s' in_a_line quincy --preset hfs --heartbeat 0 --commit-pending 0 --delay wait:5s

mm10() { slot-gen --jobs 200000 --arrival poisson:1s --maps 1 --map-time exponential:8s | slot-replay --quiet --nodes 10 --map-slots 1 --heartbeat 0 --order fifo --record summary | one mean_response_s 1 '%.3f s'; }
row 'M/M/10 at load 0.8' mm10
sharing() { slot-gen --jobs 4000 --arrival poisson:100s --maps zipf:10-2000,1.2 --map-time 1s | slot-replay --quiet --nodes 10 --map-slots 1 --heartbeat 0 --order "$1" |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["maps"] > 500 { n++; s += $at["response_s"] / ($at["maps"] / 10) } END { printf "%.2f\n", s / n }'; }
row 'processor sharing at load 0.25, slowdown of jobs above 500 maps' sharing fair
