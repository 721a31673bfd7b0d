#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# reproduction.sh - docs/reproduction.md on standard output: a section for each script of a figure that has verdicts, with the
# script's own title and parameters and a row for each published number. Nothing is computed here.
set -eu -o pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.."

# The scripts in the order of the papers, figure 10 after figure 9.
scripts() {
    for paper in tr es late lc hadoop swim nexus; do find plots -name "$paper-*.sh" | sort -V; done
}
title_of() { sed -n '3s/^# [^ ]* - //p' "$1"; }
clock_of() { sed -n 's/^# Clock: //p' "$1"; }
parameters_of() { awk '/^# Clock: / { exit } /^# Parameters: / { on = 1; sub(/^# Parameters: /, ""); text = $0; next } on && /^# / { text = text " " substr($0, 3); next } on { exit } END { print text }' "$1"; }

rows_of() { # FILE [NULLS [QUANTITY]] - its rows, or that of one quantity, as lines of a table; NULLS: with what else they agree under
    awk -v nulls="${2:-}" -v only="${3:-}" '
        BEGIN { while (nulls != "" && (getline line < nulls) > 0) { i = index(line, ","); q = substr(line, i + 1); gsub(/^"|"$/, "", q)
                                                                    had = q in also; also[q] = (had ? also[q] ", " : "") substr(line, 1, i - 1) } }
        function split_row(line, field,    n, quoted, i, c) {
            n = 1; field[1] = ""; quoted = 0
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"") { if (quoted && substr(line, i + 1, 1) == "\"") { field[n] = field[n] c; i++ } else quoted = !quoted }
                else if (c == "," && !quoted) field[++n] = ""
                else field[n] = field[n] c
            }
        }
        NR == 1 { split_row($0, head); for (i in head) at[head[i]] = i; next }
        { split_row($0, f)
          if (only != "" && f[at["quantity"]] != only) next
          unit = f[at["unit"]]; unit = unit == "" ? "" : " " unit
          inside = f[at["lo"]] == "" || f[at["lo"]] == f[at["hi"]] ? "" : " (" f[at["lo"]] " to " f[at["hi"]] ")"
          gsub(/</, "\\&lt;", f[at["published"]]); gsub(/\|/, "\\|", f[at["why"]])
          if (only != "") { printf "%s%s%s | %s", f[at["ours"]], inside, unit, f[at["verdict"]]; next }
          printf "| %s | %s%s | %s%s%s | %s of %s | %s |%s %s |\n", f[at["quantity"]], f[at["published"]], unit, f[at["ours"]], inside, unit,
              f[at["seeds_agree"]], f[at["seeds"]], f[at["verdict"]], nulls == "" ? "" : " " also_under() " |", f[at["why"]] }
        function also_under() { return f[at["verdict"]] != "agrees" ? "" : f[at["quantity"]] in also ? also[f[at["quantity"]]] : "-" }' "$1"
}

counts() { # WHAT FILE... - how many of the verdicts are which
    awk -v what="$1" 'FNR > 1 { n++; if (/,agrees,/) a++; else if (/,shape only,/) s++; else d++; if (/,agrees,"calibrated on this/) c++ }
         END { printf "%d %s%s: %d agree%s, %d in shape only, %d do not", n, what, n == 1 ? "" : "s", a, c ? " (" c " of them calibrated on)" : "", s, d }' "${@:2}"
}

table() { # FILE HEAD [NULLS] - the table of its verdicts, if there is one
    [ -e "$1" ] || return 0
    printf '| quantity | %s | ours (95 %% interval) | seeds | verdict |%s why |\n|---|---|---|---|---|---|%s\n' "$2" "${3:+ also agrees under |}" "${3:+---|}"
    rows_of "$1" "${3:-}"
    printf '\n'
}

# told_apart - of the published numbers that agree: how many their script's null models do not meet, and how many have such a model
told_apart() {
    local file nulls
    for file in notebooks-data/verdicts/*.csv; do
        nulls=${file/verdicts/null}
        [ ! -e "$nulls" ] || rows_of "$file" "$nulls"
    done | awk -F ' [|] ' '$5 == "agrees" { n++; if ($6 == "-") apart++ } END { printf "%d of the %d", apart, n }'
}

claims() { # the claims of abstracts and conclusions, each with the row that says what it comes to here
    local paper claim published script quantity kind
    printf '| paper | claim | published | script | ours (95 %% interval) | verdict |\n|---|---|---|---|---|---|\n'
    sed 1d notebooks-data/published/claims.csv | awk '{ out = ""; quoted = 0
        for (i = 1; i <= length($0); i++) { c = substr($0, i, 1); if (c == "\"") { if (quoted && substr($0, i + 1, 1) == c) { out = out c; i++ } else quoted = !quoted }
                                            else out = out (c == "," && !quoted ? "\t" : c) }
        print out }' | while IFS=$'\t' read -r paper claim published script quantity; do
        for kind in verdicts rules; do
            [ ! -e "notebooks-data/$kind/$script.csv" ] || row=$(rows_of "notebooks-data/$kind/$script.csv" '' "$quantity")
            [ -z "${row:-}" ] || break
        done
        [ -n "${row:-}" ] || { echo "reproduction.sh: no row '$quantity' of $script" >&2; exit 1; }
        printf '| %s | %s | %s | `plots/%s.sh` | %s |\n' "$paper" "$claim" "$published" "$script" "$row"
        row=
    done
}

cat <<TEXT
# The papers' numbers, and ours

Made by \`make figures\` (plots/reproduction.sh) from notebooks-data/verdicts/; do not edit. Each section is a script in plots/, which is
also an example of how to use the programs; it draws build/figures/NAME.svg and .png. The exact commands are in
notebooks-data/commands/NAME.txt.

$(counts 'published number' notebooks-data/verdicts/*.csv).
$(counts 'other expectation' notebooks-data/rules/*.csv). These are no numbers of a paper but its words, its rules worked
out by hand, or formulas worked out apart from the programs.
A number can agree under any order or wait. So each script that replays a scheduler is run again with another one, its null model (its lines "# Null:"), and the column "also agrees
under" says what else a row agrees with: $(told_apart) numbers that agree in such scripts do not agree under it. The others that agree are of formulas, sums and loads.

## What the abstracts claim

$(claims)

How a verdict is reached, by the same rule for all (plots/verdict.awk):

- **agrees**: our mean, over 20 seeds where chance has a part, is within 10 % of the published value (5 points where it is a percentage, and
  half of it where that is less); where it is a formula and not a measurement, it rounds to the published number or is cut to it. A range has
  that band outside its ends. Or the 95 % interval of our mean reaches the published value or range itself. Either way the interval must be
  no wider than the band, so that noise does not agree. A bound has no band: the whole interval must keep it.
- **shape only**: it does not, but the whole interval shows what the paper says in words (a gain and no loss, this order and not that). The
  words are quoted beside the row.
- **does not agree**: neither.

Each published number is one row. Claims without a number count as other expectations. Inputs, a paper's own arithmetic, identities and what
only inputs decide are not listed: the gains of TR figure 12 follow from locality at a factor of two, ES's 83 % from the table of sizes. A gain that a paper prints beside its two times is a row though it follows from theirs, as it is what the paper claims:
26 are, LC's 24 and those of TR 6.2.5 and 6.2.6. [decisions/verdicts.md](decisions/verdicts.md) says what was counted otherwise before, and the counts then.

"Seeds" counts the single seeds whose value is in the band. It is the mean that is judged, so a number can agree though few of its seeds do. Where nothing is left to
chance (formulas) there is one "seed" and no interval. Free parameters are named in each section, chosen once for the whole experiment. A number that a parameter
was chosen by agrees for that reason; where it agrees it is counted apart.

## Where the papers contradict themselves

- TR table 3 has 37 % node locality for jobs of 10 maps without a wait. The paper's own model, 1 - (1 - K/M)^R averaged over the job's life, gives 15 %, and so does the replay. For 3
  maps it has 2 % where the model gives 6 %, for 100 maps 84 % where it gives 75 %.
- Of table 3's three shares without a wait 37 and 84 % are above that model and 2 % below it. In loops that keep the cluster just full (es-small-jobs) they are 15, 68 and 6 %: a clock or a queue
  moves all three the same way. So it is with its 50, 98 and 99 % in the rack or nearer: 70, 87 and 98 % here.
- With waits of 15 s table 3 has 75 % for 3 maps, 99 % for 10 and 94 % for 100. Maps take 9 s, so a slot near a block frees once or twice in a wait, and the replay has 100 % for
  all three: what keeps the smallest and the largest jobs from it, but not those between, the paper does not say.
- TR 6.1 calls a schedule the median whose small jobs gain 1.8 to 2 times; in the two others they gain 5 and 2.5 times.
- TR 5.4 has shortest remaining time first use unboundedly much intermediate space, as jobs are preempted by ever smaller ones. But who preempts is smaller than what is left of the
  preempted, so with output in proportion to maps all that is held adds up to no more than the output of the first job: FIFO's space. Of shortest job first, by whole jobs, it is true.
- TR 5.4 gives FIFO the least space because it runs jobs one after the other; with map and reduce slots apart maps of later jobs run ahead, and on its own benchmark (table 2), where
  one job has close to half of all map output, fair sharing needs less (0.9 times).
- TR 6.1's 15 % of node-local maps in the smallest jobs is below the paper's model for 16 maps on 100 nodes, 22.8 %.
- TR 6.2.5 prints 12.9 and 11.8 min and "a 9 % gain", 9.3 %; TR 6.2.6 26.2 and 22.1 min and 19 %, 18.6 %; LC 4.1 says 21.4 % to 54.5 % where its table 5 has 54.6 %.
- TR 4.2 says that waits as short as 15 s bring locality "from 2 % to 80 %" with very small jobs; table 3 has 2 % and 75 %.
- ES 3.3.2 says that sticky slots keep locality below 80 % at 15 jobs and below 50 % at 30 even with large R and L; with R = 3 and L = 8 its formula gives 80.9 % and 55.7 %.
- ES 3.5 writes the wait that D skips take as D S/T where it must be D T/S; ES 4.1 says 90 % for jobs of ten maps where its formula gives 96 %.
- ES 3.5 and TR 4.2 cut decimals instead of rounding them: 2.8 % for 2.875 %, 98.6 % for 98.66 %; ES 3.5 rounds 98.5 % up to 99 %.
- LC table 8 has the same row for 10 and 15 jobs, so one of them is a misprint, and its +3.8 % does not follow from 0.32 to 0.44.
- LC's turnarounds do not follow from the work: 90 maps take 1792 s as 15 jobs of 6 and 2212 s as 5 jobs of 18, and 100 maps 1434 s as 10 of 10. No law a N^b with two parameters a column
  meets more than 7 of the 12 original and 8 of the 12 modified ones within 10 %. 10 to 15 jobs of B are 1.5 times the work and take 2.4 times as long under the original
  scheduler, 1.4 times under FIFO.
- LC's FIFO, which does not wait, has 27 to 36 % node locality in B, and waits of 3 s have 9 to 34 % in A: no one placement of single replicas gives both.
- LC 3.2 says that the slots allocated to a pool cannot exceed its maximum, and section 2 that pools borrow free slots. If borrowing may pass the maximum the modified scheduler has all 32 slots and
  is faster in all of A, by 10 to 31 %; but LC 4.2 says of "any fair-based schedulers" that they meet the bound. The replay keeps it.
- LC table 3 has a downgrade in its row None to Node, against the text; tests/unit/test_lo_cheng.c holds the table as printed and as corrected, entry by entry.
  The reproduction replays the printed one.
- LATE 3.2 has 80 % of the reducers copied. By its rule, 0.2 behind the mean, one that has copied the share c of its input falls behind once 0.2 / (1 - c/3) of all have ended, 20 to
  30 %, so of one wave at most 70 to 80 % are copied.

## Which clock, and why

What each replay takes for Hadoop's clock, for the cost of distance, and what it was calibrated on. An experiment that was measured on Hadoop has the clock of the release that
the paper names, unless that clock could not keep busy the slots that the results show busy, or all its times are calibrated. The rest has the program's own: slots are offered when they free.

| script | heartbeat | also when a task ends | tasks of a kind a heartbeat | a map away from its data takes | calibrated | why |
|---|---|---|---|---|---|---|
TEXT
for script in $(scripts); do
    [ -z "$(clock_of "$script")" ] || printf '| %s | %s |\n' "$(basename "$script" .sh)" "$(clock_of "$script")"
done
cat <<TEXT

## Every figure and table of the five documents

| document | figure or table | script, or why there is none |
|---|---|---|
| TR | figure 1, data flow | not done, because it is a drawing |
| TR | figure 2 | es-fig04 |
| TR | figure 3 | tr-fig03 |
| TR | figure 4 | tr-fig04 |
| TR | figure 5 | tr-fig05 |
| TR | figure 6 | tr-fig06 |
| TR | figure 7 | tr-fig07 |
| TR | figures 8, 9 | tr-fig08 |
| TR | table 1, environments | put in: the option \`--nodes\` and its like of each script |
| TR | table 2 | put in: \`slot-gen --maps table:tr\` |
| TR | figures 10, 11 | tr-fig10 |
| TR | figure 12, table 3 | tr-fig12 |
| TR | figures 13, 14 | tr-fig13 |
| TR | figure 15 | tr-fig15 |
| TR | table 4 | tr-tab04 |
| TR | 4.3, 6.2.3, 6.2.5, 6.2.6, without a figure | tr-sec43, tr-6-2-3, tr-6-2-5, tr-6-2-6 |
| ES | figure 1 | es-fig01 |
| ES | figure 2 | tr-fig04, the same measurement |
| ES | figure 3 | es-fig03 |
| ES | figure 4 | es-fig04; over time es-hierarchy |
| ES | 3.5, 3.5.1, without a figure | es-sec35, es-sec351 |
| ES | table 2 | put in: \`slot-gen --maps table:es\` |
| ES | figures and tables of 5 | our copy ends before them: es-macro, es-small-jobs, es-commit-pending and es-overhead are of what its abstract, its conclusion and the TR say |
| LATE | figure 1 | not done, because it is a drawing |
| LATE | figures and tables of 4.2 on | our copy ends before them: late-cases, late-reducers and late-thresholds are of its abstract, 3 and 4.1 |
| HADOOP-3746 | has none | hadoop-deficits |
| LC | figures 1 to 3 | not done, because they are drawings |
| LC | figures 4, 5, examples of FIFO and fair sharing | tests/naive/examples, the example lc |
| LC | table 1, summary of schedulers; table 2, goals | not done, because they are words |
| LC | figures 6 to 9, flow charts | the rules O25 to O29 of docs/model.md; the charts are not in our copy |
| LC | table 3 | tests/unit/test_lo_cheng.c, entry by entry |
| LC | table 4 | put in: the cluster of lc-tables |
| LC | tables 5 to 8 | lc-tables |

TEXT
for script in $(scripts); do
    name=$(basename "$script" .sh)
    verdicts=notebooks-data/verdicts/$name.csv rules=notebooks-data/rules/$name.csv
    printf '## %s\n\n`plots/%s.sh`' "$(title_of "$script")" "$name"
    [ ! -e "$verdicts" ] || printf '; %s' "$(counts 'published number' "$verdicts")"
    [ ! -e "$rules" ] || printf '; %s' "$(counts 'other expectation' "$rules")"
    [ -e "$verdicts" ] || [ -e "$rules" ] || printf '; no rows'
    printf '.\n\n'
    parameters=$(parameters_of "$script")
    [ -z "$parameters" ] || printf 'Parameters: %s\n\n' "$parameters"
    nulls=notebooks-data/null/$name.csv
    [ -e "$nulls" ] || nulls=
    table "$verdicts" published "$nulls"
    table "$rules" expected
done
