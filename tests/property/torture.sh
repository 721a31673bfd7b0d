#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# torture - whatever the system does to a program's files, the program says so in one line and ends with status 1, or by
# the signal, and leaves neither a part of its output nor a temporary file:
#
#   full      each write finds no space (ENOSPC), and each fails as a broken disk does (EIO)
#   closed    each write finds its reader gone (EPIPE with SIGPIPE, and without)
#   killed    SIGTERM comes at each write
#   unread    each read of the input fails (EIO)
#   unnamed   each file that is made cannot be (EACCES), each finished one cannot take its name (EIO), or closes badly
#   pieces    reads and writes move 1 byte, or 4093, and are interrupted every second time (EINTR): the same bytes come out
#   limits    the process may open no more files, or have no more memory for a thread
#   left      a kill -9 leaves a temporary file; the next run names it
#
#   B=build/release    pieces.so, which make builds; BIN=$B/bin, where the programs are. T=case keeps those with it in their names.
# strace injects what fails.
LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
: "${B:=build/release}"
: "${BIN:=$B/bin}"
top=$PWD
bin=$(CDPATH= cd -- "$BIN" && pwd) || exit 1
case $B in /*) pieces=$B ;; *) pieces=$top/$B ;; esac
pieces=$pieces/tests/property/pieces.so
[ -e "$pieces" ] || { echo "$pieces: not built"; exit 1; }
command -v strace >/dev/null || { echo "needs strace"; exit 1; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/slotwise-torture.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
export PATH="$bin:$PATH" TMPDIR="$scratch/tmp"
mkdir "$TMPDIR"
passed=0 failed=0 output=out.csv
. tests/property/inputs.sh

# One run in an empty folder.
fresh() {
    rm -rf "$scratch/run" "$scratch/tmp"
    mkdir "$scratch/run" "$scratch/tmp"
}

# Behind the command of slot-sweep options are the command's.
# shellcheck disable=SC2086 # words
program() {
    if [ "$1" = slot-sweep ]; then
        shift
        exec $under slot-sweep --quiet -o "$output" "$@"
    else
        exec $under "$@" --quiet -o "$output"
    fi
}

run() { # INJECT-OPTIONS... -- PROGRAM ARGUMENT...
    options=
    while [ "$1" != -- ]; do options="$options $1"; shift; done
    shift
    fresh
    # A build with --coverage would write its counts, which fails as well and damages them.
    { (cd "$scratch/run" && under="strace -f -qqq -E GCOV_PREFIX=/dev/null -E GCOV_ERROR_FILE=/dev/null -o $scratch/calls $options" \
        program "$@") \
        >"$scratch/out" 2>"$scratch/err"; status=$?; } 2>/dev/null # where the shell says who was ended by a signal
}

good() { passed=$((passed + 1)); }
bad() { # WHAT WHY
    failed=$((failed + 1))
    echo "$name: $1: $2"
    head -n 3 "$scratch/err"
}

# A file that was complete before may stay, as it is.
left_behind() {
    for file in "$scratch"/complete/*; do
        ! cmp -s "$file" "$scratch/run/${file##*/}" || rm "$scratch/run/${file##*/}"
    done
    find "$scratch/run" "$scratch/tmp" -mindepth 1
}

refused() { # WHAT
    left=$(left_behind)
    if [ "$status" != 1 ]; then bad "$1" "status $status"
    elif [ "$(wc -l <"$scratch/err")" != 1 ]; then bad "$1" 'not one message'
    elif [ -n "$left" ]; then bad "$1" "left behind: $left"
    else good
    fi
}

ended_by() { # NUMBER WHAT
    left=$(left_behind)
    if [ "$status" != $((128 + $1)) ]; then bad "$2" "status $status"
    elif [ -s "$scratch/err" ]; then bad "$2" 'a message'
    elif [ -n "$left" ]; then bad "$2" "left behind: $left"
    else good
    fi
}

unharmed() { # WHAT
    if [ "$status" != 0 ]; then bad "$1" "status $status"
    elif ! diff -r "$scratch/run" "$scratch/complete" >"$scratch/diff"; then bad "$1" 'the output differs'
    else good
    fi
}

# All places, or some 12 of many.
places() { # COUNT
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i += 1 + (n > 12) * int(n / 12)) print i }'
}

n_calls() { # NAME
    grep -c "^[0-9]* *$1(.*) = [0-9]" "$scratch/calls"
}

in_pieces() { # BYTES PROGRAM ARGUMENT...
    most=$1
    shift
    fresh
    (cd "$scratch/run" && under="env PIECES=$most LD_PRELOAD=$pieces" program "$@") \
        >"$scratch/out" 2>"$scratch/err"
    status=$?
}

try() { # NAME INPUT PROGRAM ARGUMENT...: INPUT is the file whose reads fail, or -
    name=$1 input=$2
    shift 2
    case $name in *"$T"*) ;; *) return ;; esac
    run -e trace=write,rename -- "$@"
    [ "$status" = 0 ] || { bad 'by itself' "status $status"; return; }
    rm -rf "$scratch/complete"
    cp -r "$scratch/run" "$scratch/complete"
    writes=$(n_calls write) renames=$(n_calls rename)
    [ "$writes" -gt 0 ] || [ "${name#audit}" != "$name" ] || bad 'by itself' 'writes nothing'
    for at in $(places "$writes"); do
        run -e trace=write -e inject=write:error=ENOSPC:when="$at" -- "$@"; refused "full, write $at"
        run -e trace=write -e inject=write:error=EIO:when="$at" -- "$@"; refused "broken, write $at"
        run -e trace=write -e inject=write:error=EPIPE:when="$at" -- "$@"; refused "closed, write $at"
        run -e trace=write -e inject=write:error=EINTR:when="$at" -- "$@"; unharmed "interrupted, write $at"
        run -e trace=write -e inject=write:error=EPIPE:signal=SIGPIPE:when="$at" -- "$@"; ended_by 13 "SIGPIPE, write $at"
        run -e trace=write -e inject=write:signal=SIGTERM:when="$at" -- "$@"; ended_by 15 "SIGTERM, write $at"
    done
    for at in $(places "$renames"); do
        run -e trace=rename -e inject=rename:error=EIO:when="$at" -- "$@"; refused "rename $at"
    done
    if [ "$input" != - ]; then
        run -P "$input" -e trace=read -- "$@"
        reads=$(n_calls read)
        [ "$reads" -gt 0 ] || bad unread "reads nothing of $input"
        for at in $(places "$reads"); do
            run -P "$input" -e trace=read -e inject=read:error=EIO:when="$at" -- "$@"; refused "unread, read $at"
            run -P "$input" -e trace=read -e inject=read:error=EINTR:when="$at" -- "$@"; unharmed "interrupted, read $at"
        done
        run -P "$input" -e trace=openat -e inject=openat:error=EMFILE:when=1 -- "$@"; refused 'too many open files'
    fi
    in_pieces 1 "$@"; unharmed 'pieces of 1 byte'
    in_pieces 4093 "$@"; unharmed 'pieces of 4093 bytes'
    [ "$renames" -gt 0 ] || return
    output=nowhere/out.csv
    run -e trace=write -- "$@"; refused 'a folder that is not there'
    output=out.csv
}

# ---- cases -----------------------------------------------------------------------------------------------

gzip -c "$scratch/jobs.csv" >"$scratch/jobs.gz"
xml=$top/traces/fair-scheduler.xml
waits='--set wait=0,1' cell="slot-replay --nodes 9 --delay wait:{wait}s $scratch/jobs.csv"
# shellcheck disable=SC2086 # words
{
    slot-sweep --quiet --out "$scratch/cells" $waits -- $cell >"$scratch/out" 2>&1
    try gen - slot-gen --preset tr-bm --jobs 2000
    try trace "$top/traces/tr-bm.csv" slot-trace "$top/traces/tr-bm.csv" --record tasks
    try info "$scratch/jobs.csv" slot-trace --info "$scratch/jobs.csv"
    try packed "$scratch/jobs.gz" slot-trace "$scratch/jobs.gz"
    try jhist "$top/traces/jhist/job_2_0001.jhist" slot-trace "$top/traces/jhist"
    try spark "$scratch/spark" slot-trace "$scratch/spark" --cluster-out cluster.csv
    try rumen "$top/traces/rumen.json" slot-trace "$top/traces/rumen.json"
    try sls "$top/traces/sls.json" slot-trace "$top/traces/sls.json"
    try swf "$top/traces/sample.swf" slot-trace "$top/traces/sample.swf"
    try google "$top/traces/google2011.csv" slot-trace "$top/traces/google2011.csv"
    try alibaba "$top/traces/alibaba2018.csv" slot-trace "$top/traces/alibaba2018.csv"
    try swim "$top/traces/swim-sample.tsv" slot-trace "$top/traces/swim-sample.tsv"
    try fair "$scratch/fair.csv" slot-fair --total-slots 10 "$scratch/fair.csv"
    try config "$xml" slot-fair --total-slots 100 "$xml"
    try delay - slot-delay gain --remote-cost 10s --gap 5s,20s --wait 0:60:5
    try recommend "$scratch/spark" slot-delay rates "$scratch/spark"
    try replay "$scratch/jobs.csv" slot-replay $base --order hfs --delay wait:5s --attempts attempts.csv --timeline t.csv "$scratch/jobs.csv"
    try packed-log "$scratch/jobs.csv" slot-replay $base --attempts attempts.gz "$scratch/jobs.csv"
    try pools "$scratch/pools.csv" slot-replay $base "$scratch/jobs.csv"
    try cluster "$scratch/cluster.csv" slot-replay $base "$scratch/jobs.csv"
    try runs "$scratch/jobs.csv" slot-replay $base --runs 3 "$scratch/jobs.csv"
    try audit "$scratch/log.csv" slot-audit "$scratch/log.csv" slot-replay $base --order hfs --delay wait:5s "$scratch/jobs.csv"
    try as-recorded "$top/traces/jhist/job_2_0001.jhist" slot-replay --as-recorded "$top/traces/jhist"
    try validate "$scratch/spark" slot-replay --validate "$scratch/spark"
    try advise "$top/traces/jhist/job_2_0001.jhist" slot-advise "$top/traces/jhist"
    try gangs "$scratch/gangs.csv" slot-replay $gangs --attempts attempts.csv "$scratch/gangs.csv"
    try torque "$scratch/gangs.csv" slot-replay --nodes 6 --slots-per-node 3 --preset torque-shipped --max-starve 20s,7s "$scratch/gangs.csv"
    try queues "$scratch/gangs.csv" slot-replay $queues --decisions decisions.csv "$scratch/gangs.csv"
    try audit-gangs "$scratch/gangs-log.csv" slot-audit "$scratch/gangs-log.csv" slot-replay $gangs "$scratch/gangs.csv"
    try advise-gangs "$scratch/gangs-log.csv" slot-advise -j 1 --runs 2 --width slots --order fifo --cluster "$scratch/racks.csv" \
        "$scratch/gangs-log.csv"
    try sacct "$top/traces/sample.sacct" slot-trace "$top/traces/sample.sacct"
    try yarn-apps "$top/traces/yarn-apps.json" slot-trace "$top/traces/yarn-apps.json"
    try options "$scratch/spark.conf" slot-delay lint "$scratch/spark.conf"
    try moment "$scratch/jobs.csv" slot-fair --at 30s $base "$scratch/jobs.csv"
    try lines "$scratch/done.jsonl" slot-stats --by pool "$scratch/done.jsonl"
    try slotwise "$scratch/fair.csv" slotwise fair --total-slots 10 "$scratch/fair.csv"
    try stats "$scratch/done.csv" slot-stats "$scratch/done.csv"
    try plot "$scratch/done.csv" slot-plot cdf -x response_s "$scratch/done.csv"
    try collect "$(ls "$scratch"/cells/*.csv | head -n 1)" slot-sweep --out "$scratch/cells" $waits --collect -- $cell
    try plan - slot-sweep --out "$scratch/cells" $waits --plan -- $cell
}

# ---- limits ----------------------------------------------------------------------------------------------

name=limits
printf 'job_id,submit_s,maps,map_s\na,0,4,20\n' >"$scratch/few.csv"
# limited LIMIT... MESSAGE-PATTERN PROGRAM ARGUMENT...
limited() {
    limit=$1 message=$2
    shift 2
    fresh
    (cd "$scratch/run" && eval "$limit" && exec "$@") >"$scratch/out" 2>"$scratch/err"
    status=$?
    if [ "$status" = 1 ] && grep -qx "$message" "$scratch/err" && [ "$(wc -l <"$scratch/err")" = 1 ]; then
        good
    else
        bad "$limit: $*" "status $status: $(head -n 3 "$scratch/err")"
    fi
    left=$(find "$scratch/tmp" -type f)
    if [ -z "$left" ]; then good; else bad "$limit: $*" "left behind: '$left'"; fi
}
limited 'ulimit -n 4' 'slot-replay: [^ ]*: cannot make a temporary file in: .*' slot-replay --nodes 1 --map-slots 2 --runs 8 -j 2 "$scratch/few.csv"
# A thread's stack is as large as the process's may be.
no_thread='ulimit -s 4000000 && ulimit -v 2000000'
limited "$no_thread" 'slot-replay: cannot start a thread' slot-replay --nodes 1 --map-slots 2 --runs 8 -j 2 "$scratch/few.csv"
limited "$no_thread" 'slot-sweep: cannot start thread 1' slot-sweep --out cells -j 2 --set=n=1,2 -- slot-replay --nodes '{n}' --map-slots 2 "$scratch/few.csv"

# ---- kill -9 ---------------------------------------------------------------------------------------------

name=left
run -e trace=write -e inject=write:signal=SIGKILL:when=2 -- slot-gen --jobs 5000
left=$(find "$scratch/run" -mindepth 1)
case $left in
"$scratch"/run/.out.csv.??????) good ;;
*) bad 'kill -9' "left behind: '$left'" ;;
esac
(cd "$scratch/run" && slot-gen --jobs 1 -o out.csv) 2>"$scratch/err"
said="slot-gen: warning: out.csv: a run that was killed left this behind and it can be removed: '${left##*/}'"
if [ "$(cat "$scratch/err")" = "$said" ]; then good; else bad 'the next run' 'does not say so'; fi
# Not of a run that goes on: it waits for its input.
fresh
mkfifo "$scratch/jobs"
(cd "$scratch/run" && exec slot-trace --record jobs -o out.csv "$scratch/jobs") &
exec 9>"$scratch/jobs"
echo 'job_id,submit_s,maps,map_s' >&9
for _ in $(seq 600); do [ -n "$(find "$scratch/run" -mindepth 1)" ] && break; sleep 0.1; done
(cd "$scratch/run" && slot-gen --jobs 1 -o out.csv) 2>"$scratch/err"
if [ ! -s "$scratch/err" ]; then good; else bad 'a run that goes on' 'is taken for one that was killed'; fi
exec 9>&-
wait
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
