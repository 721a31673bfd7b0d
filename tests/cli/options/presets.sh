#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A preset is the options that --print-options gives for it: read back they make the same rows and the same warnings, and
# print the same again. So of every preset that --help names, of both programs that have presets.
printf 'pool,weight,min_maps,min_timeout_s\np1,2,3,60\np2,1,,\n' >pools.csv
slot-gen --jobs 40 --maps zipf:1-40 --reduces 3 --pool-names 2 --seed 3 --shuffle-ratio 0.5 -o jobs.csv
# those without reduces, for systems whose jobs start all at once
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "reduces") at = i } NR > 1 { $at = 0 } 1' jobs.csv >gangs.csv
same() { # NAME PROGRAM ARGUMENT...
    name=$1 program=$2
    shift 2
    for pools in '' --pools=pools.csv; do
        [ "$program" = slot-gen ] && [ "$pools" ] && continue
        case $program$name in slot-gen*) input= ;; *slurm | *torque-*) input=gangs.csv ;; *) input=jobs.csv ;; esac
        "$program" "$@" $pools --print-options >options 2>/dev/null
        "$program" "$@" $pools $input >a 2>a.err && "$program" --options options $input >b 2>b.err || { echo "$name failed"; cat a.err b.err; }
        "$program" --options options --print-options 2>/dev/null | cmp - options && cmp a b && cmp a.err b.err &&
            [ "$(wc -l <a)" -gt 1 ] && ! grep preset options && echo "$name ${pools%%=*}"
    done
}
presets_of() { "$1" --help-all | sed -n '/^Presets/,/^$/s/^  \([a-z][^ ]*\).*/\1/p'; }
for preset in $(presets_of slot-replay); do same "$preset" slot-replay --preset "$preset" --nodes 50 --racks 2; done
for preset in $(slot-gen --list-presets | sed 1d | cut -d, -f1); do same "$preset" slot-gen --preset "$preset"; done
