# SPDX-License-Identifier: GPL-3.0-or-later
slot-trace --pool-names 3 "$TOP/traces/swim-sample.tsv" | awk -F, 'NR > 1 { n[$3]++ } END { print n["p1"] + n["p2"] + n["p3"], (n["p1"] > 4), (n["p2"] > 4), (n["p3"] > 4) }'
slot-trace --pool-names 3 --info "$TOP/traces/swim-sample.tsv" | grep pool
