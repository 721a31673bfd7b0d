#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sls.sh - reads the load simulator's own samples and writes them back. What is expected was counted with jq:
# jq -s 'length' and jq -s '[.[]."job.tasks"[]] | length' of inputsls.json (2, 5); jq -s '[.[].nodes[].node | select(.)] | length' and
# jq -s length of nodes.json (19, 5; the empty node at its end is none). Run only where the samples are.
. "$(dirname "$0")/lib"
jobs=$samples/sls/inputsls.json nodes=$samples/sls/nodes.json

look "$jobs"
is "jobs, maps" "2 5" "$(of jobs) $(of maps)"
# The first container of job 1: 23707 - 6664 ms on node1; job 2 starts at 105204 ms.
is "first container" "0 17.043 node1 6.664 23.707" "$(slot-trace "$jobs" | awk -F, 'NR == 2 { print $2, $11, $14, $20, $21 }')"
is "second job" 105.204 "$(slot-trace "$jobs" | awk -F, 'NR == 5 { print $2 }')"
slot-trace --topology "$nodes" --cluster-out "$work/cluster.csv" --slots-per-node 10 "$jobs" >/dev/null
is "nodes" 19 "$(tail -n +2 "$work/cluster.csv" | wc -l)"
is "racks" 5 "$(tail -n +2 "$work/cluster.csv" | cut -d, -f2 | sort -u | wc -l)"
is "damage" "" "$(damage "$jobs")"

slot-trace --record sls "$jobs" >"$work/again.json"
slot-trace "$jobs" >"$work/rows.csv"
slot-trace "$work/again.json" >"$work/again.csv"
cmp -s "$work/rows.csv" "$work/again.csv"
is "written and read again" 0 $?

# A Rumen trace in the simulator's form: as many jobs and tasks, maps where they were.
big=$samples/rumen/19-jobs.trace.json.gz
slot-trace --record sls --topology "$samples/rumen/19-jobs.topology.json.gz" --cluster-out "$work/nodes.json" "$big" >"$work/big.json" 2>/dev/null
look "$work/big.json"
is "Rumen to SLS" "19 8573 3256" "$(of jobs) $(of maps) $(of reduces)"
slot-trace --quiet --topology "$work/nodes.json" --cluster-out "$work/cluster.csv" "$jobs" >/dev/null
is "nodes written and read again" 1548 "$(tail -n +2 "$work/cluster.csv" | wc -l)"
finish
