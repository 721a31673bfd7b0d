#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# swim-fb2009.sh - SWIM's day of Facebook's cluster in 2009: what its jobs read, shuffle and write
# Parameters: none. The trace (FB-2009_samples_24_times_1hr_0.tsv of SWIMProjectUCB/SWIM) is not in this tree; where neither SAMPLES nor
# ../shared/samples has it, the table and its rows stay as they were.
. "$(dirname "$0")/common.sh"
trace=${SAMPLES:-../shared/samples}/swim/FB-2009_samples_24_times_1hr_0.tsv

data() {
    local what
    run "slot-trace --record jobs $trace > $work/jobs.csv"
    for what in input shuffle output; do
        run "slot-stats --cdf ${what}_bytes --points 100 $work/jobs.csv > $work/cdf.csv"
        sed '1s/.*/bytes,share/' "$work/cdf.csv" | label what "$what" >"$work/labelled-$what.csv"
    done
    join "$work"/labelled-{input,shuffle,output}.csv >"$csv"
    run "slot-trace --info $trace > $work/info.csv"
    sed -n 's/^jobs,//p' "$work/info.csv" | rule 'jobs' '' 5894 exact '' 'rows of the file, by the description of the sample'
    awk -F, '$1 == "span_s" { print $2 / 3600 }' "$work/info.csv" | rule 'first to last submission' h 24 rounded '' 'by its name, 24 samples of an hour'
}

draw() {
    draw_script <<END
set key outside top left horizontal Left reverse
set logscale x
set xrange [0.1:1e14]
set yrange [0:1]
set xtics ('none' 0.4, '1 KB' 2**10, '1 MB' 2**20, '1 GB' 2**30, '1 TB' 2**40)
set arrow 1 from 2,graph 0 to 2,graph 1 nohead dt (2,4) lc rgb sw_ink lw 0.8
set xlabel 'bytes of a job'
set ylabel 'share of the jobs with no more'
rows(i) = '< grep ^'.word('input shuffle output', i).', $csv'
plot for [i = 1:3] rows(i) using (\$2 < 1 ? NaN : \$2):3 with steps lt i title word('read shuffled written', i), \
     for [i = 1:3] rows(i) using (\$2 < 1 ? 0.2 * 2 ** i : NaN):3 with points lt i notitle
END
}

if [ -e "$trace" ]; then
    figure "$@"
else
    echo "$name: the table stays as it was, as this is not here: '$trace'" >&2
    mkdir -p "$work" "$tables/rules"
    [ "$tables" = notebooks-data ] || cp "notebooks-data/$name.csv" "$csv"
    [ "$tables" = notebooks-data ] || cp "notebooks-data/rules/$name.csv" "$rules"
    if [ "${1:-draw}" = draw ]; then draw; fi
fi
