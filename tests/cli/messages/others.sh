# SPDX-License-Identifier: GPL-3.0-or-later
# What the other programs refuse, each by its own message.
try() { "$@" 2>&1 >/dev/null | sed -n 1p | cut -c 1-200; }
printf 'job_id,submit_s,maps,map_s\na,0,2,1\n' >jobs.csv
try slot-stats --bins ess jobs.csv
try slot-delay lint
try slot-delay convert --dialect "$(yes skips | head -n 17 | paste -sd ,)"
try slot-delay convert --from skips:40 --dialect wait --nodes 10 --release-rate 2 --task-time 10s
printf 'job_id,submit_s,stage,kind,duration_s\na,0,0,map,1\n' >no-nodes.csv
try slot-delay recommend no-nodes.csv
printf 'job_id,submit_s,stage,kind,duration_s,launch_s,finish_s\na,0,0,map,1,0,1\n' >no-nodes.csv
try slot-delay recommend no-nodes.csv
printf 'node,rack,slots\nn1,r1,3000000000\n' >huge.csv
try slot-delay rates --cluster huge.csv "$TOP/traces/recorded-tasks.csv"
try slot-delay skips --nodes 100 --slots-per-node 1 --replication 1 --tasks 100 --locality 0.9999999999999999
try slot-advise --format jsonl jobs.csv
try slot-stats --compare a --words --label a=b jobs.csv
try slot-trace --record tasks --slot-memory 0 jobs.csv
try slot-sweep --out o --over nothing -- slot-replay --nodes 1 jobs.csv
try slot-sweep --out o --minimize y --over runs=1:3 -- echo '{runs} {seed}'
try slot-sweep --out o --set "c=$(seq -s , 999)" --set "d=$(seq -s , 999)" --set "e=$(seq -s , 999)" -- echo '{c} {d} {e}'
try slot-sweep --out o --set a=1,2 -- echo '{b}'
try slot-sweep --out o3 --set a=1,2 -- slot-replay --nodes '{a}' --help
try slot-sweep --out o --set a=1,2 -- slot-replay --pretty --nodes '{a}' jobs.csv
try slot-sweep --out o2 --minimize makespam_s --over n=1:3 -- slot-replay --nodes '{n}' --seed '{seed}' --record summary jobs.csv
try slot-sweep $(for i in $(seq 65); do printf ' --out o%s' "$i"; done) --set a=1 -- echo '{a}'
echo '{"job_classes": []}' | slot-trace --from sls 2>&1 | sed -n 1p
printf 'j1\t1\t5\t10000000000000\t1\t1\n' | slot-trace --from swim --map-rate 1 --block-size 9999999999999999 2>&1 >none | sed -n 1p
printf 'j1\t1\t5\t1\t10000000000000\t1\n' | slot-trace --from swim --copy-rate 1 --bytes-per-reduce 9999999999999999 2>&1 >none | sed -n 1p
printf 'job_id,submit_s,stage,kind,duration_s,task_id,after_job,think_s\na,0,0,map,1,m,,\nb,,0,map,1,m,a,1\n' | slot-trace --record sls 2>&1 | tail -n 1
printf 'job_id,submit_s,stage,kind,duration_s,task_id\na,0,0,map,1,\n' | slot-trace --record sls 2>&1 | tail -n 1
mkdir -p closed/slot-none
PATH=$PWD/closed:$PATH slotwise none 2>&1 | sed -n 1p
# A temporary that a killed run has left: nobody holds its lock.
: >.out.csv.abcdef
slot-replay --nodes 1 -o out.csv jobs.csv
slot-stats --print-options --col 'a
b' jobs.csv 2>&1 | sed -n 1p
deep=$(i=0; while [ $i -lt 80 ]; do printf 'a/'; i=$((i + 1)); done)
mkdir -p "$deep" && try slot-trace --from spark a
# Cells that two folders have, more than are named one by one.
cells() { slot-sweep --quiet --out "$1" --set "n=$(seq -s , 12)" -- sh -c 'printf "m\n{n}\n"' >none; }
cells x; cells y
slot-sweep --collect --out x --out y --set "n=$(seq -s , 12)" -- sh -c 'printf "m\n{n}\n"' 2>&1 >none | tail -n 1
# A limit that all values are near to.
slot-sweep --out near --until 'y<=1.0001' --over x=1:3 --runs 4 --first 2 -- sh -c 'echo y; awk "BEGIN { print 1 + ({seed} % 2 ? 0.2 : -0.2) }" # {x}' 2>&1 >none | sed 's/[0-9.]* values/N values/' | tail -n 2
# A distribution, a rate beside a time, columns of rows that are not asked for, a name in braces that no option gives.
try slot-gen --jobs 2 --maps foo:3
try slot-delay convert --from wait:3s --dialect skips --nodes 100 --release-rate 3 --task-time 10
try slot-advise --pretty jobs.csv
try slot-sweep --out o --set a=1 -- echo '{b}'
echo '{"apps":{"app":[]}}' >apps.json
try slot-trace apps.json
try slot-delay rates "$TOP/traces/rumen.json"
