#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/studies/waits.sh, smaller: 3 orders, 2 waits, 2 loads and 3 seeds. Threads, xargs and an array of three shards that was
# cut short give the same bytes; by seed the wait is told from none, which the awk below works out on its own.
export JOBS=20 RUNS=3 LOADS=0.8,1.1 WAITS=0,3
study() { "$TOP/docs/studies/waits.sh" "$@"; }
study -j 2 >rows.csv
wc -l <rows.csv
mv cells threads
study --plan | xargs -d '\n' -n 1 -P 2 sh -c
study --collect | cmp - rows.csv && echo xargs
rm -r cells
study --shard 2/3
study --collect 2>&1 >none.csv | tail -n 1
for id in 0 1 2; do SLURM_ARRAY_TASK_ID=$id SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=3 study --shard slurm; done
study --collect | cmp - rows.csv && echo array
slot-stats --pair seed --base wait_s=0 --by order,load --col mean_response_s rows.csv >pairs.csv
cut -d, -f1-4 pairs.csv
awk -F, 'NR == FNR { if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i
                     else response[$1, $3, $2, $5] = $at["mean_response_s"]; next }
    FNR == 1 { next }
    { n = sum = squares = 0
      for (seed = 1; seed <= 3; seed++) { d = response[$1, $2, 3, seed] - response[$1, $2, 0, seed]; sum += d; squares += d * d; n++ }
      mean = sum / n; half = 4.302652729911275 * sqrt((squares - n * mean * mean) / (n - 1) / n) # t of 97.5 % and 2 degrees
      good = (mean - $7) ^ 2 < 1e-12 && (mean - half - $8) ^ 2 < 1e-8 && (mean + half - $9) ^ 2 < 1e-8
      print $1, $2, good ? "as by hand" : "not " mean " +- " half }' rows.csv pairs.csv
