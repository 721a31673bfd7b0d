#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands of docs/howto/sweeps.md, each in an empty folder, give the rows of one process. Those of a program that is
# not installed are left out (Snakemake, GNU parallel). check-slurm has those of Slurm.
block() { # KIND NAME: the indented text behind its mark
    awk -v mark="<!-- $1: $2 -->" '$0 == mark { on = 1; next } on && NF && !/^    /{ exit } on' "$TOP/docs/howto/sweeps.md" |
        sed 's/^    //'
}
block file sweep.sh | sed '/./,$!d' >sweep.sh
block file Snakefile >Snakefile
cp "$TOP/traces/tr-zipf30.csv" jobs.csv
chmod +x sweep.sh
mkdir other && cp jobs.csv other
./sweep.sh -o expected.csv
wc -l <expected.csv
for name in $(sed -n 's/^<!-- run: \(.*\) -->$/\1/p' "$TOP/docs/howto/sweeps.md"); do
    case $name in parallel | snakemake) command -v $name >/dev/null || continue ;; esac
    rm -rf cells rows.csv
    block run $name >commands
    [ -s commands ] || echo "no commands for $name"
    HOME=$PWD HOSTS=: sh -e commands >said 2>&1 || { echo "$name failed"; cat said; }
    [ $name = search ] || cmp expected.csv rows.csv || cat said
done
grep -c chosen best.csv fewest.csv
grep -c '^#' stamped.csv
slot-replay --preset hfs --nodes 20 --print-options >replay.options && slot-replay --options replay.options jobs.csv >a && slot-replay --preset hfs --nodes 20 jobs.csv | cmp - a
