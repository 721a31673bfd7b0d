# SPDX-License-Identifier: GPL-3.0-or-later
for p in tr-bm tr-small-jobs tr-sticky tr-batch tr-zipf30 tr-one-job hfs-overhead fb-warehouse late-sort lc-a lc-b; do
    echo $p
    slot-gen --preset $p | head -n 3 | tail -n 2
done
