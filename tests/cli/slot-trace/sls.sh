#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The load simulator's jobs: copies of a job and of a container, a duration in place of times, a kind by priority alone, a job
# without an id. What is written reads back as the same rows, and so do the nodes.
slot-trace --topology "$TOP/traces/sls-nodes.json" --cluster-out cluster.csv --slots-per-node 4 "$TOP/traces/sls.json"
cat cluster.csv
slot-trace --record sls --cluster-out nodes.json --topology "$TOP/traces/sls-nodes.json" "$TOP/traces/sls.json" >jobs.json
head -n 12 jobs.json
cat nodes.json
slot-trace "$TOP/traces/sls.json" | cut -d, -f1-14 >first.csv
slot-trace jobs.json | cut -d, -f1-14 >again.csv
# Only the user of a job that names none is filled in: the simulator wants one.
diff first.csv again.csv
