#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SIGTERM and SIGKILL lose the cell in flight and no other: the same command does what is left, and the rows are whole.
# Cell 3 is held by a pipe that nobody writes to; the others end.
sweep() {
    exec slot-sweep --out "$1" --set n=1,2,3,4,5 -j 2 -- \
        sh -c 'echo {n} >>ran; echo x; [ {n} != 3 ] || [ -e go ] || { echo $$ >held; cat pipe; }; echo {n}'
}
waits() { # until COMMAND... is true
    for i in $(seq 600); do "$@" && return; sleep 0.1; done
    echo "never: $*"
}
four_there() { [ "$(ls "$out"/*.csv 2>/dev/null | wc -l)" = 4 ] && [ -s held ]; }
is_gone() { ! kill -0 "$(cat held)" 2>/dev/null; }
mkfifo pipe
for signal in TERM KILL; do
    out=$signal
    rm -f go held ran
    (sweep "$out") >rows 2>err &
    pid=$!
    waits four_there
    kill -$signal $pid
    wait $pid 2>/dev/null
    echo "$signal: status $?, $(wc -c <rows) bytes of rows, $(cat err)"
    [ $signal = TERM ] || : >pipe # which ends the orphan
    waits is_gone
    touch go
    (sweep "$out") >rows
    echo "then $?, ran: $(sort ran | tr '\n' ' '), left behind: $(find "$out" -name '.*.csv.*' | wc -l)"
    cat rows
done
