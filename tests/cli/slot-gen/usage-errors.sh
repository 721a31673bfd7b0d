# SPDX-License-Identifier: GPL-3.0-or-later
for o in --preset=tr-bn --jobs=ten --arrival=often --maps=zipf:1-2-3 --maps=0 --map-time=uniform:5s-1s --map-time=20q --reduces=table:tr \
    --map-only=150% --pool-names=a,,b --map-sigma=x --users=-1 file.csv; do
    slot-gen $o >out.csv
    echo "exit $?"
done
