# SPDX-License-Identifier: GPL-3.0-or-later
for p in tr-bm tr-small-jobs tr-sticky tr-batch tr-zipf30 hfs-overhead fb-warehouse; do
    echo $p
    slot-gen --preset $p | head -n 3 | tail -n 2
done
