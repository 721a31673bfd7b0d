# SPDX-License-Identifier: GPL-3.0-or-later
printf 'maps,jobs,maps_to\n5,1,\n10,3,12\n' >sizes.csv
slot-gen --jobs 8 --maps table:sizes.csv | awk -F, 'NR > 1 { if ($7 == 5) five++; else if ($7 >= 10 && $7 <= 12) ten++ } END { print five, ten }'
printf 'maps,jobs\n0,1\n' >bad.csv
slot-gen --maps table:bad.csv -o out.csv; echo "exit $?"
printf 'maps,jobs\n5,0\n' >bad.csv
slot-gen --maps table:bad.csv -o out.csv; echo "exit $?"
slot-gen --maps table:none.csv -o out.csv; echo "exit $?"
ls
