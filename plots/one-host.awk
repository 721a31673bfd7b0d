# SPDX-License-Identifier: GPL-3.0-or-later
# one-host.awk - a tasks table whose maps all prefer one node, as when all files were written from there with a single replica:
#     slot-trace --record tasks jobs.csv | awk -F, -v OFS=, -v host=n1 -f plots/one-host.awk | slot-replay --placement trace ...
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
NR > 1 && $at["kind"] == "map" { $at["hosts"] = host }
1
