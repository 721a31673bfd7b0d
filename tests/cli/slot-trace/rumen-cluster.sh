#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The cluster: the nodes of the topology in its order; slots as given, or two of each with a warning. Read from a pipe, too.
slot-trace --quiet --topology "$TOP/traces/rumen-topology.json" --cluster-out cluster.csv --map-slots 4 --reduce-slots 1 "$TOP/traces/rumen.json" >tasks.csv
cat cluster.csv
gzip -c "$TOP/traces/rumen.json" | slot-trace --cluster-out two.csv --topology "$TOP/traces/rumen-topology.json" >again.csv
cmp tasks.csv again.csv
cut -d, -f3- two.csv | sort | uniq -c | sed 's/^ *//'
slot-trace --quiet --cluster-out seen.csv --slots-per-node 8 "$TOP/traces/rumen.json" >/dev/null
cat seen.csv
slot-replay --cluster cluster.csv --placement trace tasks.csv | cut -d, -f1,10-12
