#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig07.sh - TR figure 7: two jobs under FIFO and under fair sharing
# Parameters: none; 100 s of maps and 100 s of reduces a job, here 50 tasks of 20 s on 10 slots; reduces start when all maps are done.
# Clock: none | - | all | no longer | nothing | arithmetic: slots are offered whenever something changes
. "$(dirname "$0")/common.sh"

data() {
    run "printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\njob 1,0,50,20,50,20\njob 2,0,50,20,50,20\n' > $work/jobs.csv"
    for order in fifo fair; do
        run "slot-replay --nodes 10 --map-slots 1 --reduce-slots 1 --replication 10 --slowstart 1 --heartbeat 0 --order $order --record attempts $work/jobs.csv > $work/$order.csv"
        label order $order <"$work/$order.csv" >"$work/labelled-$order.csv"
    done
    join "$work"/labelled-{fifo,fair}.csv | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "slots,order,kind,job_id,task,node,launch_s,finish_s"; next }
        { kind = $at["kind"]
          print "\"" ($1 == "fair" ? "fair" : "FIFO") ", " kind "s\"", $1, kind, $at["job_id"], $at["task_id"], $at["node"], $at["launch_s"], $at["finish_s"] }' >"$csv"
    for row in 'fair 400 s: both run maps, then both run reduces' 'fifo 300 s: the reduces of job 1 run beside the maps of job 2'; do
        read -r order published why <<<"$row"
        column finish_s <"$work/$order.csv" | sort -g | tail -n 1 | verdict "both jobs done, $order" s "$published" exact '' "${why#s: }"
    done
}

draw() { draw_as gantt -y slots --by job_id --xlabel 'time (s); published ends: FIFO 300 s, fair 400 s' --ylabel 'slots' --size 960x560 "$csv"; }
figure "$@"
