#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A label that cannot be is refused, with status 2 and nothing written.
for l in a ,a=1 a=1, a=1,a=2 'a="x' 'a="x"y' =1 a-b=1; do
    slot-gen --jobs 1 --preset tr-bm --label "$l"
    echo "$l: $?"
done
slot-gen --jobs 1 --preset tr-bm --label a=1 --label a=2
echo "twice: $?"
slot-replay --nodes 4 --runs 2 --label seed=1 -o here.csv "$TOP/traces/tr-bm.csv"
echo "a column of its own: $? $(ls)"
slot-replay --nodes 4 --explain job0 --label k=1 "$TOP/traces/tr-bm.csv"
echo "sentences: $?"
slot-trace --record options --label k=1 "$TOP/traces/mapred-site.xml"
echo "options: $?"
slot-plot line --label k=1 "$TOP/plots/examples/hfs.csv"
echo "slot-plot: $?"
