# SPDX-License-Identifier: GPL-3.0-or-later
# Counts by hand: 300 MiB / 128 MiB -> 3 maps of 100 MiB at 50 MiB/s + 1 s = 3 s each; 1.5 GiB -> 2 reduces of 768 MiB:
# 15.36 s to copy and 16.36 s. 9 + 1 map slot seconds, 2 x 31.72 reduce slot seconds.
printf 'job0\t10\t0\t314572800\t1610612736\t7\njob1\t40\t30\t0\t0\t0\n' >t.tsv
slot-trace --info --sigma 0 t.tsv
