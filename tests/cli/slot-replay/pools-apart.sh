#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Pools that never ran on one node in the log did not compete: any replay on nodes for both says so, and so does --validate. Expected
# by chance, of 24 tasks of a on b's 1 of 2 nodes: 12, too few to tell; of 60: 30. c runs on both nodes and met both.
rows() {
    echo job_id,submit_s,pool,task_id,duration_s,node,launch_s,finish_s,outcome
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) for (k = 0; k < 3; k++) { p = substr("abc", k + 1, 1)
        node = k == 0 ? 1 : k == 1 ? 2 : 1 + i % 2
        printf "%s%d,%d,%s,0,5,n%d,%d,%d,done\n", p, i, 10 * i, p, node, 10 * i, 10 * i + 5 } }'
}
rows 24 >few.csv
rows 60 >many.csv
for f in few many; do for order in fifo hfs; do
    echo "$f $order: $(slot-replay --nodes 2 --slots-per-node 1 --heartbeat 0 --order $order $f.csv 2>&1 >/dev/null)"
done; done
slot-replay --runs 3 --nodes 2 --slots-per-node 1 --heartbeat 0 --order hfs many.csv 2>&1 >/dev/null
slot-replay --validate many.csv | grep -o 'pools that did not compete.* used'
slot-trace --info many.csv | grep ^apart
