#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# common.sh - what the scripts of the papers' figures share. Such a script is plots/NAME.sh, and `plots/NAME.sh` makes it:
#
#   its second and third line name it: "# NAME.sh - TITLE"; lines "# Parameters: ..." say what was chosen and how
#   a line "# Clock: HEARTBEAT | ALSO AT ENDS | TASKS A HEARTBEAT | DISTANCE | CALIBRATED | WHY" is its row of the table of clocks, where it replays
#   data()   writes $csv (notebooks-data/NAME.csv), and a `verdict` for each published number
#   draw()   draws it: build/figures/NAME.svg and .png. Black marks are what was published; where these are more than a few numbers,
#            they stand in notebooks-data/published/NAME.csv with their source
#   a line "# Null: WORDS | SED" is a null model: the same experiment with its options edited so, another order or wait than the paper's
#   figure "$@"   is its last line: no word does both, `data` or `draw` one of them, `null` says which rows agree under the null models, too
#
# `make figures` runs them all and then plots/reproduction.sh, which turns the verdicts into docs/reproduction.md.
#   BIN=bin  TABLES=notebooks-data  PICTURES=build/figures   the programs, and where things go
set -eu -o pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.."
PATH=$(cd "${BIN:-bin}" && pwd):$PATH
name=$(basename "$0" .sh)
tables=${TABLES:-notebooks-data}
figures=${PICTURES:-build/figures}
csv=$tables/$name.csv
commands=$tables/commands/$name.txt
verdicts=$tables/verdicts/$name.csv
rules=$tables/rules/$name.csv
published=notebooks-data/published/$name.csv
work=$figures/$name            # scratch files
null_edit=                     # what a null model changes in a command, for sed -E
seeds=20                       # of every experiment that chance has a part in

figure() {
    if [ "${1:-data}" = null ]; then null; return; fi
    mkdir -p "$work" "$tables/commands" "$tables/verdicts" "$tables/rules"
    if [ "${1:-data}" = data ]; then begin; data; fi
    if [ "${1:-draw}" = draw ]; then draw; fi
}

begin() {
    printf '# The commands behind %s, from the root of the project with bin/ in PATH.\n' "$csv" >"$commands"
    rm -f "$verdicts" "$rules" "$work"/*.csv
}

# run 'PIPE' - runs it and keeps it in $commands. Whole files go to names in $work or to $csv.
run() {
    printf '%s\n' "$1" >>"$commands"
    eval "$(edited "$1")"
}
edited() { if [ -n "$null_edit" ]; then sed -E "$null_edit" <<<"$1"; else printf '%s\n' "$1"; fi; }

# null - notebooks-data/null/NAME.csv: the rows that agree with each null model in the place of what the paper ran.
null() {
    local to=$tables/null/$name.csv words
    mkdir -p "$tables/null"
    echo null,quantity >"$work.null"
    while IFS='|' read -r words null_edit; do
        words=${words% } work=$figures/$name-null tables=$figures/$name-null/tables
        csv=$tables/$name.csv commands=$tables/commands/$name.txt verdicts=$tables/verdicts/$name.csv rules=$tables/rules/$name.csv
        mkdir -p "$work" "$tables/commands" "$tables/verdicts" "$tables/rules"
        begin
        data </dev/null
        [ ! -e "$verdicts" ] || sed -n '/,agrees,/s/^\("[^"]*"\|[^,]*\),.*/\1/p' "$verdicts" | sed "s/^/$words,/" >>"$figures/$name.null"
    done < <(sed -n 's/^# Null: //p' "plots/$name.sh")
    mv "$figures/$name.null" "$to"
}

# each_seed 'PIPE' - runs the pipe with $seed from 1 to $seeds and joins the tables, with a column run in front.
each_seed() {
    local seed
    printf 'for seed in $(seq %d); do %s; done # joined, with a column run in front\n' "$seeds" "$1" >>"$commands"
    for seed in $(seq "$seeds"); do
        eval "$(edited "$1")" | awk -v run="$seed" 'NR == 1 { if (run == 1) print "run," $0; next } { print run "," $0 }'
    done
}

# label COLUMNS VALUES - puts columns with these values in front of a table on standard input.
label() { awk -v head="$1" -v values="$2" '{ print (NR == 1 ? head : values) "," $0 }'; }

# hosts NAME N... - $work/NAME.csv: a cluster of N hosts with one machine each, N with two and so on, of two map and two reduce slots.
hosts() {
    run "awk -v of='${*:2}' 'BEGIN { print \"node,map_slots,reduce_slots,host\"; n = split(of, hosts, \" \"); for (m = 1; m <= n; m++) for (h = 1; h <= hosts[m]; h++) for (v = 1; v <= m; v++) printf \"n%d,2,2,h%d-%d\\n\", ++i, m, h }' > $work/$1.csv"
}

# percent - numbers on standard input times 100.
percent() { awk '{ print 100 * $1 }'; }

# join FILE... - tables with the same columns, as one.
join() { awk 'FNR > 1 || NR == 1' "$@"; }

# column NAME [COLUMN=VALUE...] - of the rows of a table (no quotes in it) that have these values, this column, a line each.
column() {
    awk -F, -v want="$1" -v filters="${*:2}" '
        BEGIN { n = split(filters, f, " ") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; if (!(want in at)) { print "no column " want > "/dev/stderr"; exit 1 } next }
        { for (i = 1; i <= n; i++) { split(f[i], p, "="); if ($at[p[1]] != p[2]) next } print $at[want] }'
}

# verdict QUANTITY UNIT PUBLISHED BAND SHAPE WHY - on standard input our value of each seed, a line each.
# PUBLISHED is 37, 15-95, <50 or >=80. A number or a range agrees when our mean is in the band around it or our 95 % interval reaches it, and
# that interval is no wider than the band. The band is BAND to each side: "rounded" for what rounds to the number or is cut to it
# (formulas), "measured" for 10 %, and 5 points where the unit is % (of less than 10 % half the value), "exact", or a number. A bound agrees when
# the whole interval keeps it; it has no band. Otherwise the shape agrees when the whole interval lies within SHAPE, which is LO:HI (either
# may be empty) and the words of the paper that say so. One rule for all figures.
verdict() {
    [ -s "$verdicts" ] || echo 'quantity,unit,published,band_lo,band_hi,shape,ours,lo,hi,seeds_agree,seeds,verdict,why' >"$verdicts"
    sed 's/^$/NaN/' >"$work/values"
    { echo value; cat "$work/values"; } | slot-stats --quiet --col value >"$work/mean.csv"
    awk -F, -v quantity="$1" -v unit="$2" -v published="$3" -v band="$4" -v shape="$5" -v why="$6" -f plots/verdict.awk \
        "$work/mean.csv" "$work/values" >>"$verdicts"
}

# rule ... - as verdict, for what is expected and is no number of a paper: its words, its rules by hand, a formula worked out apart. These
# rows are not counted among the published numbers. A number is a row once: what follows from two rows that are judged is a rule, and so is
# what a paper says in a word.
rule() {
    local verdicts=$rules
    verdict "$@"
}

# means_of N - of a table of slot-stats on standard input: its first N columns, and the means with their intervals. A column that was called a mean
# before (mean_response_s) keeps its name.
means_of() {
    awk -F, -v n="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^n_mean_/) mean[substr($i, 8)]
                  for (i = 1; i <= NF; i++) if (i <= n || $i ~ /^mean_/) { keep[++kept] = i; if (i > n) $i = named(substr($i, 6)) } }
        { line = $keep[1]; for (i = 2; i <= kept; i++) line = line "," $keep[i]; print line }
        function named(column,    of) {
            of = column
            if (!sub(/_(lo|hi)$/, "", of)) { sub(/_lo_/, "_", of); sub(/_hi_/, "_", of) }
            return (of in mean ? "mean_" : "") column
        }'
}

# sorted SORT-ARGUMENT... - a table on standard input with its rows sorted.
sorted() {
    local head
    IFS= read -r head
    printf '%s\n' "$head"
    sort -t, "$@"
}

# draw_as SLOT-PLOT-ARGUMENT... - both pictures of a figure that slot-plot knows.
draw_as() {
    local term
    for term in svg png; do
        slot-plot "$@" --term $term --figure "$figures/$name.$term" >"$work/$term.gp"
        gnuplot "$work/$term.gp"
    done
}

# draw_script [SIZE] - both pictures of a gnuplot text on standard input, in the style of all figures. Its data are CSV; what
# was published is drawn `with points @was` (on dark bars `@halo` beneath it), a key above its own panel `set key @above`, intervals on bars `using x:lo:(0):(hi-lo) with @interval`. Where there are
# several panels, each plot at the start of a line is lettered.
draw_script() {
    local term size=${1:-720x432}
    awk '{ line[NR] = $0; if (/^ *set multiplot/) several = 1 }
        END { if (several) print "panel_number = 0"
              for (i = 1; i <= NR; i++) { if (several && line[i] ~ /^ *plot /) print "panel_number = panel_number + 1; set label 999 sprintf(\"(%c)\", 96 + panel_number) at graph 0, graph 1 offset character -5.5, 1"
                                          print line[i] } }' >"$work/body.gp"
    for term in svg png; do
        { cat plots/style.gp
          echo 'set datafile separator ","; was = "pt 2 ps 1.3 lw 2 dt 1 lc rgb \"#000000\""'
          echo 'above = "at graph 0, graph 1.04 left bottom vertical Left reverse maxrows 3"'
          echo 'halo = "pt 2 ps 1.6 lw 6 dt 1 lc rgb \"#ffffff\""'
          echo 'interval = "vectors nohead dt 1 lw 2.5 lc rgb \"#d55e00\""'
          case $term in
          svg) echo "set terminal svg size ${size/x/,} @sw_svg" ;;
          png) echo "set terminal pngcairo size $((2 * ${size%x*})),$((2 * ${size#*x})) @sw_png" ;;
          esac
          echo "set output '$figures/$name.$term'"
          cat "$work/body.gp"; } >"$work/$term.gp"
        gnuplot "$work/$term.gp"
    done
}
