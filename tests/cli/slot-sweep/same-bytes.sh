#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The rows are those of slot-replay --label, cell by cell in the order of the grid, however the cells were run: in
# threads, as processes, by shards, from a plan, in an array that begins anywhere, from several folders.
t=$TOP/traces/tr-zipf30.csv
sweep() { # OPTION...
    slot-sweep --set order=fair,fifo --set 'wait=0,"3s,1"' --runs 2 --seed 7 "$@" -- \
        slot-replay --nodes 9 --racks 3 --order '{order}' --delay 'wait:{wait}s' --seed '{seed}' --record summary "$t"
}
for order in fair fifo; do
    for wait in 0 '"3s,1"'; do
        for run in 1 2; do
            seed=$((run + 6)) w=$(echo "$wait" | tr -d '"')
            slot-replay --nodes 9 --racks 3 --order $order --delay "wait:${w}s" --seed $seed --record summary \
                --label "order=$order,wait=$wait,run=$run,seed=$seed" "$t"
        done
    done
done | awk 'NR == 1 || !/^order,/' >expected
wc -l <expected
same() { cmp expected rows && echo "same: $*"; rm -f rows; }

sweep --out threads -j 2 >rows; same in threads
sweep --out threads >rows; same what was there
sweep --out one -o rows; same one at a time
sweep --out processes --processes -j 3 >rows; same processes
for i in 3 1 2; do sweep --out shards --shard $i/3 >rows; [ -s rows ] && echo 'a shard writes rows'; done
sweep --out shards --collect >rows; same shards
sweep --out plan --plan | sort -r | xargs -d '\n' -n 1 -P 2 sh -c
sweep --out plan --collect >rows; same a plan by xargs, from its end
for id in 1 2 3; do # sbatch --array=1-3
    SLURM_ARRAY_TASK_ID=$id SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3 sweep --out "array$id" --shard slurm
done
sweep --out array3 --out array1 --out array2 --collect >rows; same an array, each job in a folder of its own
for id in 4 14 9; do # sbatch --array=4-14:5
    SLURM_ARRAY_TASK_ID=$id SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_STEP=5 SLURM_ARRAY_TASK_COUNT=3 \
        sweep --out steps --shard slurm
done
sweep --out steps --collect >rows; same an array in steps
SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3 sweep --out uneven --shard slurm
echo "an array with gaps: $?"
(unset SLURM_ARRAY_TASK_ID; sweep --out uneven --shard slurm); echo "no array: $?"
