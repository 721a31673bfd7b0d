# SPDX-License-Identifier: GPL-3.0-or-later
# Ticks that change nothing are left out, but updates come before the last checks: y runs 1 of its fair share of 2, which is not below
# half of it, so each update sets its clock, and no check kills for it, however long that lasts (E7.2, K2).
printf 'job_id,submit_s,pool,maps,map_s\na,0,x,3,1000000000\nb,20,y,3,1000000000\n' |
    slot-replay --quiet --nodes 2 --map-slots 2 --reduce-slots 1 --order hfs --offers hadoop-1 --per-heartbeat one --update 0.3 \
        --preempt-every 2.5 --delay none --preempt kill:6,6,half | cut -d, -f1,2,6,17
