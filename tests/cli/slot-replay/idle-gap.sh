# SPDX-License-Identifier: GPL-3.0-or-later
# An idle gap of 32 years, of a wrong date in a log, costs nothing under any preset (15 to 65 s, and 3 GB of timeline), and
# --check names it. Results are those of a gap of 1,000 s, as both jobs have the cluster to themselves. So do tasks of 32 years, beside
# slots that are free, and on all slots while others wait: then ticks find the same each time.
log() { printf 'job_id,submit_s,maps,map_s\na,0,2,10\nb,%s,2,10\n' $1; }
log 1000000000 >gap.csv
log 1000 >near.csv
long() { # SECONDS, tasks
    printf 'job_id,submit_s,maps,map_s,pool\na,0,%d,%s,x\nb,5,3,10,y\n' $2 $1
}
long 1000000000 1 >long.csv
long 1000 1 >short.csv
long 1000000000 8 >full.csv
presets=$(slot-replay --preset x 2>&1 | sed -n 's/.*(one of \(.*\))/\1/p' | tr -d ,)
n=0
try() {
    n=$((n + 1))
    (ulimit -t 5; slot-replay --quiet --nodes 2 "$@" gap.csv >gap.out 2>err) || { echo "$*: $(head -1 err)"; return; }
    slot-replay --quiet --nodes 2 "$@" near.csv >near.out
    cut -d, -f1,7 gap.out >a; cut -d, -f1,7 near.out >b
    cmp -s a b || { echo "$*"; cat a b; }
    case "$*" in *torque* | *slurm*) return ;; esac
    (ulimit -t 5; slot-replay --quiet --nodes 2 "$@" long.csv >long.out 2>err &&
        slot-replay --quiet --nodes 2 "$@" full.csv >/dev/null 2>err) || { echo "$*, long tasks: $(head -1 err)"; return; }
    slot-replay --quiet --nodes 2 "$@" short.csv >short.out
    grep '^b' long.out >a; grep '^b' short.out >b
    cmp -s a b || { echo "$*, long tasks:"; cat a b; }
}
for preset in $presets; do
    case $preset in lo-cheng | hadoop-1* | hadoop-0* | hadoop-f*) try --map-slots 2 --reduce-slots 2 --preset $preset ;; *) try --slots-per-node 4 --preset $preset ;; esac
done
try --slots-per-node 4 --give-back yes
try --slots-per-node 4 --speculate late
try --map-slots 2 --speculate hadoop
try --slots-per-node 4 --order hfs --preempt kill:30s,60s
(ulimit -t 5; slot-replay --quiet --nodes 2 --slots-per-node 4 --timeline t.csv gap.csv >gap.out)
wc -l <t.csv
sed -n '$p' t.csv
echo "$n runs"
slot-trace --check gap.csv | grep year
slot-trace --check near.csv | grep year
printf 'job_id,submit_s,task_id,duration_s\na,0,t,1\na,0,u,40000000\n' | slot-trace --check | grep year
