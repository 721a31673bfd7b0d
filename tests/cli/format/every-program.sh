#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --format jsonl of every program that writes rows: put back into CSV by the awk below, which knows JSON and nothing of
# slotwise, it is the CSV; and read in the place of CSV it gives what the CSV gives.
t=$TOP/traces
printf 'pool,demand\na,3\nb,1\n' >pools.csv
cat >to-csv.awk <<'END'
function text(   c, s) {                          # behind its quote
    for (s = ""; (c = substr($0, at++, 1)) != "\""; s = s c)
        if (c == "\\") { c = substr($0, at++, 1); c = c == "n" ? "\n" : c == "t" ? "\t" : c == "r" ? "\r" : c }
    return s
}
function field(s, must) {
    if (!(must || s ~ /[,"\n\r]/ || s ~ /^[ \t]/ || s ~ /[ \t]$/)) return s
    gsub(/"/, "\"\"", s)
    return "\"" s "\""
}
{
    head = row = ""
    for (at = 1; substr($0, at, 1) ~ /[{,]/; ) {
        at += 2
        name = text()
        at++
        c = substr($0, at, 1)
        if (c == "\"") { at++; value = field(text()) }
        else { match(substr($0, at), /^[^,}]*/); value = substr($0, at, RLENGTH); at += RLENGTH
               if (value == "null") value = ""; else if (value !~ /^-?[0-9.]+(e[+-]?[0-9]+)?$/) print "not a number: " value }
        head = head (row == "" && head == "" ? "" : ",") field(name)
        row = row (row == "" && head == field(name) ? "" : ",") value
    }
    if (NR == 1) print head
    print row
}
END
check() { # COMMAND...
    "$@" >rows.csv && "$@" --format jsonl >rows.jsonl || { echo "failed: $*"; return; }
    awk -f to-csv.awk rows.jsonl >back.csv
    [ "$(wc -l <rows.csv)" -gt 1 ] && cmp rows.csv back.csv && echo "ok $1 ${2%%=*}"
}
same() { # COMMAND...: reads the CSV or the JSON lines
    cp rows.csv input; "$@" input >a 2>&1; cp rows.jsonl input; "$@" input >b 2>&1
    cmp a b && [ -s a ] && echo "  read by $1"
}
check slot-gen --preset tr-bm --jobs 5 && same slot-trace && same slot-replay --nodes 5
check slot-gen --list
check slot-trace --sort "$t/recorded-tasks.csv" && same slot-trace --record jobs && same slot-delay rates && same slot-replay --nodes 5
check slot-trace --info "$t/tr-bm.csv"
check slot-trace --check "$t/tr-bm.csv"
check slot-trace --record pools "$t/fair-scheduler.xml" && same slot-replay --nodes 3 "$t/tr-bm.csv" --pools
check slot-fair --total-slots 3 pools.csv && same slot-stats --col share
check slot-delay bound --tasks 3 --skips 4 --nodes 10
check slot-delay rates "$t/recorded-tasks.csv"
check slot-delay recommend --quiet "$t/recorded-tasks.csv"
for emit in jobs attempts timeline summary decisions; do
    check slot-replay --record=$emit --nodes 4 --label 'a=é "x",b=0.5' "$t/tr-bm.csv"
done
check slot-replay --nodes 40 "$t/tr-bm.csv" && same slot-stats --by bins && same slot-plot cdf -x response_s && same slot-stats --compare rows.csv
check slot-replay --runs=2 -j 2 --nodes 4 "$t/tr-bm.csv"
check slot-replay --validate "$t/recorded-tasks.csv"
check slot-stats --by=pool --col=maps "$TOP/plots/examples/hfs.csv"
check slot-stats --cdf=response_s "$TOP/plots/examples/hfs.csv" && same slot-plot line -x response_s -y share
check slot-stats --bins=tr --compare="$TOP/plots/examples/fifo.csv" "$TOP/plots/examples/hfs.csv" && same slot-plot gains
sweep() { slot-sweep "$@" --out cells --set nodes=4,8 --set 'note=a,"b,c"' -- sh -c 'slot-replay --nodes $0 --record summary "$1" # $2' '{nodes}' "$t/tr-bm.csv" '{note}'; }
check sweep && same slot-stats --col tasks --by note
slot-trace --quiet --cluster-out cluster --format jsonl "$t/rumen.json" >/dev/null && slot-replay --cluster cluster "$t/tr-bm.csv" | wc -l
