# SPDX-License-Identifier: GPL-3.0-or-later
# Options of slot-replay that are refused, each by its own message (make messages says which no other test prints).
try() { slot-replay "$@" jobs.csv 2>&1 | sed -n 1p | cut -c 1-200; }
printf 'job_id,submit_s,maps,map_s\na,0,2,1\n' >jobs.csv
long=$(printf '%0300d' 0)
try --nodes 1 --heartbeat 0 --global quincy --delay wait:5s
try --nodes 1 --heartbeat 0 --revive 0
try --nodes 1 --preset hsf
try --nodes 1 --order "$long"
try --nodes 1 --admit solts
try --nodes 1 --admit cpac:x
try --nodes 1 --admit slots:1
try --nodes 1 --delay zzzz
try --nodes 1 --heartbeat 0 --global greedy
try --nodes 1 --preempt kill:soon,1s
try --nodes 1 --preempt none:1
try --nodes 1 --preempt kil:1s,1s
try --nodes 1 --penalty "rack=1,any=$long"
try --nodes 1 --stragglers "0.1,$long"
try --nodes 1 --attempts -
try --nodes 1 --links -
try --nodes 1 --timeline -
try --nodes 1 --pretty --format jsonl -o out
try --nodes 1 --print-options --label 'a=one
two'
try --nodes 2 --slots-per-node 1 --width slots --backfill eazy
try --nodes 2 --slots-per-node 1 --width slots --order fifo --backfill easy --max-starve 1d
try --nodes 2 --slots-per-node 1 --width slots --order hfs --backfill none --max-starve 1d
printf 'node,rack,slots\nn1,r1,1\nn2,r1,2\n' >unlike.csv
try --cluster unlike.csv --width nodes --order fifo
slot-replay --validate --slots-per-node 2 --map-slots 1 jobs.csv
slot-replay --cluster c.csv --slots-per-node 2 jobs.csv 2>&1 | sed -n 1p
# So many options that no room is left for them.
i=0
while [ "$i" -lt 300 ]; do echo --startup=1s; i=$((i + 1)); done >many
try --nodes 1 --options many
try --nodes 1 --heartbeat 0 --global quinzy
try --nodes 1 --preempt kil
try --nodes 1 --order "mlq:$(printf '%0510d' 1)"
# Gangs.
gang="--nodes 4 --slots-per-node 1 --width slots"
try $gang --order cput --max-starve 24h --switches 1@300s 2>&1
try $gang --order mlq:4
try $gang --order fifo --backfill foo
try $gang --order fifo --decisions d.csv
printf 'job_id,submit_s,maps,map_s,job_nodes\na,0,1,10,1000000000\n' >wide.csv
slot-replay --nodes 4 --slots-per-node 1 --width nodes --order fifo wide.csv
