# SPDX-License-Identifier: GPL-3.0-or-later
# More than a figure can show is refused with what there is too much of.
. "$TOP/tests/cli/slot-plot/tables"
try() { slot-plot "$@" 2>&1 >/dev/null | sed -n 1p; }
seq 70 | awk 'BEGIN { print "x,y,g" } { print 1 "," $1 "," "g" $1 }' >many.csv
try bars -x x -y y --by g many.csv
# Twelve times the rows of a table, under names of their own.
twelve() { awk -F, -v c="$1" 'NR == 1 { print $0 ",own" } NR > 1 { for (i = 0; i < 12; i++) print $0 ",g" i }' "$2"; }
twelve preset gains.csv >12-gains.csv
try gains --by own 12-gains.csv
twelve preset bins.csv >12-bins.csv
try locality --by own 12-bins.csv
awk -F, 'NR == 1 || NR == 2 { print } NR == 2 { print }' phases.csv >twice.csv
try buckets twice.csv --overlay pools.csv
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phase") c = i; print } NR == 2 { for (i = 1; i < 12; i++) { $c = i; print } }' phases.csv >12-phases.csv
try buckets 12-phases.csv --overlay pools.csv
seq 70 | awk 'BEGIN { print "time_s,pool,running_maps" } { print 1 ",p" $1 ",1"; print 2 ",p" $1 ",1" }' >70-pools.csv
try timeline 70-pools.csv
printf 'x,y,a,b,c,d,e,f\n1,1,1,1,1,1,1,1\n' >wide.csv
try bars -x x -y y --by a,b,c,d,e wide.csv
