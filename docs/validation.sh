#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# validation.sh [-q] [TABLE...] - makes the tables of docs/validation.md by the commands that stand above them in the page: a block
#
#       # make validation T=TABLE
#       COMMAND...
#
# and the next lines that begin with "|". The line `# of: TABLE...` stands for the rows of others. It prints each table, then the rows
# that differ from the page ("<") and are so now (">"), and closes with "N passed, N failed", a table each. `make validation` calls it.
#   TABLE       those alone; `samples`: those of the published samples; `tree`: the others
#   -q          prints the rows that differ and no more
#   UPDATE=1    writes the tables into the page; read the difference like code
#   S=../shared/samples    the folder of the samples; where it is not, their tables are left out
#   BIN=bin B=build/release    the programs and their objects
# A cell that no command makes (what a family of workloads is) is kept as the page has it in the row of that name.
LC_ALL=C
export LC_ALL
top=$(cd "$(dirname "$0")/.." && pwd) || exit 2
if [ -z "${S:-}" ] && [ -d "$top/../shared/samples" ]; then S=$top/../shared/samples; fi
[ -z "${S:-}" ] || S=$(cd "$S" && pwd) || exit 2
BIN=$(cd "${BIN:-$top/bin}" && pwd) || exit 2
PATH=$BIN:$PATH SLOT_REPLAY=$BIN/slot-replay
export S SLOT_REPLAY BIN
page=docs/validation.md quiet=
cd "$top" || exit 2
[ "${1:-}" != -q ] || { quiet=1; shift; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# The blocks, each a file TABLE.sh, and their names in order; then of each what the page has below it.
awk -v work="$work" '
    match($0, /^    # make validation T=/) { name = substr($0, RLENGTH + 1); print name; inside = 1; next }
    inside && /^    / { print substr($0, 5) >(work "/" name ".sh"); next }
    inside { close(work "/" name ".sh"); inside = 0; wanted = 1 }
    wanted && /^#/ { wanted = 0 }
    wanted && /^\|/ { print >(work "/" name ".page"); got = 1; next }
    got { close(work "/" name ".page"); got = wanted = 0 }' "$page" >"$work/names"

# ---- what the rows of --validate come to --------------------------------------------------------

# A row is a table of text cells, `c`; lines "# TEXT" between the logs name what follows.
rows='
function row(line,    part, n, i, m, f) {
    n = split(line, part, "\"")
    line = ""
    for (i = 1; i <= n; i++) { if (i % 2 == 0) gsub(/,/, "\001", part[i]); line = line part[i] }
    m = split(line, f, ",")
    split("", c)
    for (i = 1; i <= m; i++) { gsub(/\001/, ",", f[i]); c[name[i]] = f[i] }
}
function short(path) {
    sub(/.*\//, "", path)
    sub(/(\.trace|-trace-output|-rumen-jh)?(\.zstd|\.json|\.csv|\.jhist)?(\.gz)?$/, "", path)
    sub(/(_|-)1[0-9]+(-|_)user.*/, "", path)
    return length(path) > 40 ? substr(path, 1, 26) : path
}
function points(x,    s) { s = x == "" ? "" : sprintf("%.1f", 100 * x); return s == "-0.0" ? "0.0" : s }
function errors(of) {
    if (c["compared"] == 1) return points(c[of "p50_error"])
    return points(c[of "p05_error"]) ", " points(c[of "p50_error"]) ", " points(c[of "p95_error"])
}
function near(of) { return sprintf("%.0f", c[of "within_5_percent"] * c["compared"]) }
function both(level,    a, b) {
    a = points(c[level]); b = points(c["replayed_" level])
    return a == "" && b == "" ? "" : a ", " b
}
function count(n,    s) {
    for (s = ""; length(n) > 3; n = substr(n, 1, length(n) - 3)) s = "," substr(n, length(n) - 2) s
    return n s
}
function seconds(x,    s) { s = sprintf(x < 10 ? "%.2f" : "%.1f", x); return count(substr(s, 1, index(s, ".") - 1)) substr(s, index(s, ".")) }
function jobs() { return c["compared"] == c["jobs"] ? c["jobs"] : c["jobs"] ", " c["compared"] " compared" }
function put(text) { print "| " text " |" }
function head(text) { put(text); gsub(/[^|]+/, "---", text); print "|" text "|" }
# Lines of several replays of a log stand together.
function later(text,    log_name) {
    log_name = c["log"]
    if (!(log_name in n_of)) { order[++n_logs] = log_name; n_of[log_name] = 0 }
    of[log_name, ++n_of[log_name]] = text
}
function put_all(    i, j) { for (i = 1; i <= n_logs; i++) for (j = 1; j <= n_of[order[i]]; j++) put(of[order[i], j]) }
/^# / { label = substr($0, 3); next }
/^log,format,/ { split($0, name, ","); next }
{ row($0) }
c["compared"] == 0 { next }
'

spark() { awk "$rows"'
    BEGIN { head("log | jobs | tasks | makespan, s: recorded, replayed | error, % | response errors, %: p05, p50, p95 | within 5 % | node-local, %: recorded, replayed | rack | off") }
    { put(short(c["log"]) " | " jobs() " | " count(c["tasks"]) " | " seconds(c["makespan_s"]) ", " seconds(c["replayed_makespan_s"]) " | " points(c["makespan_error"]) " | " \
          errors("") " | " near("") " of " c["compared"] " | " both("share_node") " | " both("share_rack") " | " both("share_any"))
      n++; all += c["compared"]; good += near("") }
    END { if (n > 1) put("all | | | | | | " good " of " all " | | |") }'
}
rumen() { spark; }
google() { spark; }

# Told apart: the note does not say otherwise, and of the jobs 5 % fewer come within 5 %, or the median error is larger by 5 points.
models() { awk "$rows"'
    function differs(of, what) {
        if (index(c["note"], "not told apart from " what) || index(c["note"], what " comes as near")) return 0
        return near("") - near(of) > 0.05 * c["compared"] || abs(c[of "p50_error"]) > c["abs_p50_error"] + 0.05
    }
    function abs(x) { return x < 0 ? -x : x }
    function other(of) { return errors(of) == errors("") ? "as the policy" : errors(of) }
    BEGIN { head("log | first launches given | within 5 %: policy, no scheduler, sjf | response errors, %: p05, p50, p95 of the policy | of no scheduler | of sjf without waits | told from") }
    { a = differs("endless_", "no scheduler at all"); b = differs("sjf_", "sjf without waits")
      put(short(c["log"]) " | " sprintf("%.0f", c["first_launches_given"] * c["stages"]) " of " c["stages"] " | " near("") ", " near("endless_") ", " near("sjf_") " of " c["compared"] " | " \
          errors("") " | " other("endless_") " | " other("sjf_") " | " (a && b ? "no scheduler, sjf" : a ? "no scheduler" : b ? "sjf" : "neither")) }'
}

# Median and 95 % quantile of the errors without sign; the makespan's, where it differs by a point from that with all of them.
treatments() { awk "$rows"'
    function apart(x, y) { return x - y > 0.01 || y - x > 0.01 }
    { at = c["log"]
      if (!(label in number)) { titles[++n] = label; number[label] = n }
      if (!(at in seen)) { seen[at]; order[++n_logs] = at; own[at] = c["makespan_error"]; own_worst[at] = c["abs_p95_error"] }
      cell = points(c["abs_p50_error"]) ", " points(c["abs_p95_error"])
      if (apart(c["makespan_error"], own[at])) cell = cell "; makespan " points(c["makespan_error"])
      if (c["abs_p95_error"] - own_worst[at] >= 0.3) cell = "**" cell "**"
      cells[at, n] = cell }
    END {
        line = "log"
        for (i = 1; i <= n; i++) line = line " | " titles[i]
        head(line)
        for (j = 1; j <= n_logs; j++) {
            line = short(order[j]) " | " cells[order[j], 1]
            for (i = 2; i <= n; i++) line = line " | " (cells[order[j], i] == cells[order[j], 1] ? "same" : cells[order[j], i])
            put(line)
        }
    }'
}

rules() { awk "$rows"'
    BEGIN { head("log | its waits | rule | makespan error, % | response errors, %: p05, p50, p95 | node-local, %: recorded, replayed | rack") }
    { if (label == "its own") waits[c["log"]] = substr(c["delay"], 7)
      later((label == "its own" ? short(c["log"]) " | " waits[c["log"]] : " | ") " | " label " | " points(c["makespan_error"]) " | " errors("") " | " both("share_node") " | " both("share_rack")) }
    END { put_all() }'
}

presets() { awk "$rows"'
    BEGIN { head("log | rule | node, % | rack | any | makespan error, % | response errors, %: p05, p50, p95") }
    { first = !(c["log"] in n_of)
      if (first) later("**" short(c["log"]) "** | **recorded** | **" points(c["share_node"]) "** | **" points(c["share_rack"]) "** | **" points(c["share_any"]) "** | |")
      later("| " label " | " points(c["replayed_share_node"]) " | " points(c["replayed_share_rack"]) " | " points(c["replayed_share_any"]) " | " points(c["makespan_error"]) " | " errors("")) }
    END { put_all() }'
}

# ---- what other programs print -----------------------------------------------------------------

# "far spark:0,0,0 wanted 100/0/0 got 100.0/0.0/0.0"
offers() { awk '
    BEGIN { print "| name | load | waits, s | Spark: node, rack, any, % | replayed |\n|---|---|---|---|---|" }
    $3 == "wanted" { gsub("/", ", ", $4); gsub("/", ", ", $6); gsub(/\.0/, "", $6); sub("spark:", "", $2); print "| " $1 " | = | " $2 " | " $4 " | " $6 " |" }'
}

# "spark/3.5.8/arrive: 20 workloads, 0 differing launches of 439"
classes() { awk '
    { split($1, at, "/"); sub(":", "", at[3]); release = at[2]; family = at[3]
      if (!(release in seen)) { seen[release]; releases[++n] = release }
      if (!(family in workloads)) { families[++m] = family; workloads[family] = $2 }
      launches[family, release] = $NF; all[release] += $NF; differing[family] += $4; differing["all"] += $4 }
    END {
        line = "| family | what | workloads |"; rule = "|---|---|---|"
        for (i = 1; i <= n; i++) { line = line " " releases[i] " |"; rule = rule "---|" }
        print line " differing |\n" rule "---|"
        for (j = 1; j <= m; j++) {
            line = "| " families[j] " | = | " workloads[families[j]] " |"
            for (i = 1; i <= n; i++) line = line " " launches[families[j], releases[i]] " |"
            print line " " differing[families[j]] " |"
        }
        line = "| all | | |"
        for (i = 1; i <= n; i++) line = line " " sprintf("%d,%03d", all[releases[i]] / 1000, all[releases[i]] % 1000) " |"
        print line " " differing["all"] " |"
    }'
}
yarn() { awk '
    BEGIN { print "| family | what | workloads | launches | differing | in larger runs |\n|---|---|---|---|---|---|" }
    / workloads, / { split($1, at, "/"); sub(":", "", at[3]); print "| " at[1] ", " at[3] " | = | " $2 " | " $NF " | " $4 " | = |" }'
}

# "s1, 1 node: 29 jobs, mean wait 151.0 s, replayed 150.7 s (-0.2 %)", then "s1: starts are 9 s apart in the median"
slurm() { awk '
    BEGIN { print "| run | jobs | mean wait recorded, s | replayed | error, % | starts apart, median, s |\n|---|---|---|---|---|---|" }
    / jobs, mean wait / {
        run = $0; sub(/:.*/, "", run); sub(/.*: /, ""); error = substr($10, 2); sub(/^\+/, "", error)
        rows[++n] = "| " run " | " $1 " | " $5 " | " $8 " | " error " |"
    }
    / apart in the median/ { for (i = 1; i <= n; i++) print rows[i] " " (i == n ? $4 : "") " |"; n = 0 }'
}

submit() { awk -F, '
    BEGIN { print "| log | jobs asked | with a range | started in it | % | mean wait, s | middle of the answers, s |\n|---|---|---|---|---|---|---|" }
    function put() { if (log_name != "") printf "| %s | %d | %d | %d | %.0f | %.1f | %.1f |\n", log_name, asked, n, held, n ? 100 * held / n : 0, n ? wait / n : 0, n ? middle / n : 0 }
    /^# / { put(); log_name = substr($0, 3); asked = n = held = wait = middle = 0; next }
    /^job_id/ { next }
    { asked++ }
    $9 != "" { n++; held += $9 == "yes"; wait += $8; middle += $6 }
    END { put() }'
}

# ---- the page ----------------------------------------------------------------------------------

# kept TABLE: the table on standard input; a cell "=" is that of the row of that name in the page.
kept() {
    touch "$work/$1.page"
    awk -F' *[|] *' 'FILENAME != "-" { known[$2]; for (i = 3; i <= NF; i++) cell[$2, i] = $i; next }
        { for (i = 3; i <= NF; i++) if ($i == "=") sub(/\| = \|/, "| " ($2 in known ? cell[$2, i] : "?") " |"); print }' "$work/$1.page" - | sed 's/  *|/ |/g'
}

make_rows() {
    [ ! -e "$work/$1.rows" ] || return 0
    [ -s "$work/$1.sh" ] || { echo "validation.sh: no such table: '$1' ($(echo $(cat "$work/names")))" >&2; exit 2; }
    others=$(sed -n 's/^# of: //p' "$work/$1.sh")
    if [ -n "$others" ]; then
        for other in $others; do (make_rows "$other") && cat "$work/$other.rows"; done >"$work/$1.new" && mv "$work/$1.new" "$work/$1.rows"
    else
        sh "$work/$1.sh" >"$work/$1.rows" 2>"$work/$1.err" </dev/null # 1: some log cannot tell
        [ $? -lt 2 ] && [ -s "$work/$1.rows" ] || { cat "$work/$1.err" >&2; rm -f "$work/$1.rows"; return 1; }
    fi
}

needs_samples() {
    # shellcheck disable=SC2013 # words
    for other in $(sed -n 's/^# of: //p' "$work/$1.sh"); do if needs_samples "$other"; then return 0; fi; done
    grep -q '\$S/' "$work/$1.sh"
}

chosen=
for table in ${*:-$(cat "$work/names")}; do
    case $table in
    samples | tree)
        for one in $(cat "$work/names"); do
            if needs_samples "$one"; then kind=samples; else kind=tree; fi
            [ "$kind" != "$table" ] || chosen="$chosen $one"
        done ;;
    *) grep -qx -e "$table" "$work/names" || { echo "validation.sh: no such table: '$table' ($(echo $(cat "$work/names")))" >&2; exit 2; }
       chosen="$chosen $table" ;;
    esac
done

passed=0 failed=0
for table in $chosen; do
    if [ -z "$S" ] && needs_samples "$table"; then echo "$table: left out, as S=FOLDER of the samples is not there"; continue; fi
    if make_rows "$table" && $table <"$work/$table.rows" | kept "$table" >"$work/$table.now" && [ "$(wc -l <"$work/$table.now")" -gt 2 ]; then
        [ -n "$quiet" ] || { echo "$table"; cat "$work/$table.now"; echo; }
    else
        echo "$table: not made"
        failed=$((failed + 1))
        rm -f "$work/$table.now"
        continue
    fi
    if diff "$work/$table.page" "$work/$table.now" >"$work/$table.diff"; then passed=$((passed + 1)); continue; fi
    echo "$table: $(grep -c '^>' "$work/$table.diff") rows differ from $page"
    grep '^[<>]' "$work/$table.diff"
    if [ -n "${UPDATE:-}" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
if [ -n "${UPDATE:-}" ]; then
    awk -v work="$work" '
        function put(    line) { while ((getline line <(work "/" name ".now")) > 0) print line; done = name; name = "" }
        match($0, /^    # make validation T=/) { name = substr($0, RLENGTH + 1); if ((getline line <(work "/" name ".now")) <= 0) name = ""; close(work "/" name ".now") }
        name != "" && /^#/ { print "validation.sh: no table below the commands of " name >"/dev/stderr"; name = "" }
        name != "" && /^\|/ { put(); skip = 1 }
        skip && /^\|/ { next }
        { skip = 0; print }' "$page" >"$work/page" && ! cmp -s "$work/page" "$page" && cp "$work/page" "$page"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
