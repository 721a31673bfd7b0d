#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs at once, a thread each, give the bytes of the runs in turn: options with a seed of their own (--alone=PRESET), drawn
# speeds, several outputs, labels, a trace from a pipe, a run that fails.
trace=$TOP/traces/tr-zipf30.csv
both() { # WHAT OPTION...
    what=$1
    shift
    slot-replay --nodes 20 --racks 2 --runs 5 "$@" >turn 2>turn.err <"$trace"; turn=$?
    slot-replay --nodes 20 --racks 2 --runs 5 "$@" -j 3 >once 2>once.err <"$trace"
    [ $? = $turn ] && cmp turn once && cmp turn.err once.err && echo "$what: status $turn, $(wc -l <once) lines"
}
both alone --preset fair-tr --alone=hadoop-fifo --penalty rack=2,any=4 "$trace"
both speeds --speed-sigma 0.3 --stragglers 20%,0.5 --record summary "$trace"
both labels --label 'study=1,cluster="a,b"' --record attempts "$trace"
both 'a pipe' --order fair -
both 'a warning' --disk 1G "$trace"
printf '%s\n' 'job_id,submit_s,maps,map_s' 'a,5,1,1' 'b,1,1,1' >bad.csv
both 'a trace out of order' bad.csv
slot-replay --nodes 20 --runs 3 --attempts turn.a --timeline turn.t "$trace" >turn
slot-replay --nodes 20 --runs 3 --attempts once.a --timeline once.t -j 2 "$trace" >once
cmp turn once && cmp turn.a once.a && cmp turn.t once.t && wc -l <once.a
slot-replay --nodes 20 -j 2 "$trace"; echo $?
slot-replay --nodes 20 --runs 2 -j 0 "$trace"; echo $?
slot-replay --nodes 20 --runs 2 -j 2 --rejects r "$trace"; echo $?
