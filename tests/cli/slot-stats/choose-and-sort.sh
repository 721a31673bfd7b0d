#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# -C and --sort, in every mode: numbers first, then texts, then what is not known; equal rows stay in order. A mean keeps its name.
printf 'order,wait,mean_s,s\nfifo,10,5,1\nfair,10,2,1\nfifo,3,,1\nfair,3,2,1\nhfs,,9,1\nhfs,none,7,1\n' >t.csv
slot-stats --by order,wait --col mean_s -C wait,order,mean_s --sort wait,order t.csv
echo 'downwards, by a column that is not written:'
slot-stats --by order,wait --col mean_s -C order,wait --sort=-mean_s t.csv
echo 'names:'
slot-stats --col mean_s t.csv | sed -n 1p
slot-stats --col mean_s,s -C mean_mean_s,mean_mean_lo_s,mean_s t.csv
echo 'other modes:'
slot-stats --cdf mean_s -C share --sort=-share t.csv
slot-stats --pair wait --base order=fair --col mean_s -C order,diff_mean_s,diff_mean_lo_s --sort order --quiet t.csv
slot-stats --compare "$TOP/plots/examples/fifo.csv" --worst 2 -C job_id,gain --sort gain "$TOP/plots/examples/hfs.csv"
slot-stats --by pool --sort pool -C pool --label z=1 "$TOP/plots/examples/hfs.csv"; slot-stats --by pool --sort z,-pool -C pool,z --label z=1 "$TOP/plots/examples/hfs.csv"
echo 'mistakes:'
slot-stats --col s -C n_rows,none t.csv; echo "status $?"
slot-stats --col s --sort n_rowz t.csv; echo "status $?"
slot-stats --by wait --col s --sort n_rows,n_rowz -C n_rows t.csv; echo "status $?"
slot-stats --by wait --col s -C n_rows,wat -o out.csv t.csv; echo "status $? $(ls out.csv 2>&1 | wc -c)"
slot-stats --col s -C n_rows,n_rows t.csv; echo "status $?"
slot-stats --compare "$TOP/plots/examples/fifo.csv" --words -C gain "$TOP/plots/examples/hfs.csv"; echo "status $?"
