#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every program that writes rows puts the labels in front of each, and the rest of the row is the row without them.
L='--label=wait=3,b="x,y"'
t=$TOP/traces
printf 'pool,demand\na,3\nb,1\n' >pools.csv
check() { # COMMAND...
    "$@" >plain && "$@" "$L" >labelled || { echo "failed: $*"; return; }
    awk 'NR == 1 { print "wait,b," $0; next } { print "3,\"x,y\"," $0 }' plain >expected
    [ "$(wc -l <plain)" -gt 1 ] && cmp expected labelled && echo "ok $1 ${2%%=*}"
}
check slot-gen --preset tr-bm --jobs 5
check slot-gen --list
check slot-trace --sort "$t/recorded-tasks.csv"
check slot-trace --info "$t/tr-bm.csv"
check slot-trace --check "$t/tr-bm.csv"
check slot-trace --record pools "$t/fair-scheduler.xml"
check slot-fair --total-slots 3 pools.csv
check slot-delay bound --tasks 3 --skips 4 --nodes 10
check slot-delay rates "$t/recorded-tasks.csv"
check slot-delay recommend --quiet "$t/recorded-tasks.csv"
for emit in jobs attempts timeline summary decisions; do
    check slot-replay --record=$emit --nodes 4 "$t/tr-bm.csv"
done
check slot-replay --runs=2 --nodes 4 "$t/tr-bm.csv"
check slot-replay --validate "$t/recorded-tasks.csv"
check slot-stats --bins=tr "$TOP/plots/examples/hfs.csv"
check slot-stats --by=pool --col=maps "$TOP/plots/examples/hfs.csv"
check slot-stats --cdf=response_s "$TOP/plots/examples/hfs.csv"
check slot-stats --compare="$TOP/plots/examples/fifo.csv" "$TOP/plots/examples/hfs.csv"

echo 'files beside standard output:'
slot-replay --nodes 4 --label k=1 --attempts a.csv --timeline t.csv --decisions d.csv -o jobs.csv "$t/tr-bm.csv"
for f in a t d jobs; do awk -F, -v f=$f '{ n[$1]++ } END { print f, n["k"], n["1"] + n["k"] - NR }' $f.csv; done
slot-trace --quiet --cluster-out c.csv --label k=1 -o tasks.csv "$t/rumen.json" && head -n 2 c.csv | cut -d, -f1,2
slot-advise --rows --quiet --label k=1 "$t/recorded-tasks.csv" | cut -d, -f1,3 | head -n 2
slot-sweep --label k=1 --out cells --quiet --set n=3,4 -- slot-replay --nodes {n} --record summary "$t/tr-bm.csv" | cut -d, -f1-3
echo 'and what was labelled can be read:'
slot-gen --preset tr-bm --jobs 20 --label k=1 | slot-replay --nodes 9 --label k=1 | slot-stats --by k --col maps
