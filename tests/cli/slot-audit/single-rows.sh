# SPDX-License-Identifier: GPL-3.0-or-later
# Rows that are wrong by themselves, each by its own message: a copy phase before the launch (L4), an end after the end of the run
# (S6), a task with blocks that are drawn anew at each offer but none near (L1).
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,1,10,1,1,5\n' >jobs.csv
options='--nodes 2 --heartbeat 0 --map-slots 1 --reduce-slots 1 --slowstart 1'
replay() { slot-replay --quiet $options "$@" jobs.csv; }
check() { log=$1; shift; slot-audit "$log" slot-replay --quiet $options "$@" jobs.csv; }
replay --attempts log.csv >none
awk -F, -v OFS=, '$6 == "reduce" { $12 = $11 - 1 } 1' log.csv >bad.csv; check bad.csv
check log.csv --until 12
replay --placement redraw --attempts log.csv >none
awk -F, -v OFS=, '$6 == "map" { $9 = "none" } 1' log.csv >bad.csv; check bad.csv --placement redraw
