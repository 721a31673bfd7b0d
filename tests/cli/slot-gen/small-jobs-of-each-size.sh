# SPDX-License-Identifier: GPL-3.0-or-later
# About 40,000 maps whatever the size of a job.
for n in 3 10 100; do slot-gen --preset tr-small-jobs --maps $n | slot-trace --info | grep -E '^(jobs|maps),'; done
# Each bin of ES table 1 has both of its ends.
slot-gen --jobs 20000 --maps table:fb-es --draws even | awk -F, '
    NR > 1 { for (i = split("1 2 20 60 150 300 500 1500", to, " "); i > 0 && $7 <= to[i]; i--) at = i
        if (!(at in least) || $7 < least[at]) least[at] = $7
        if ($7 <= to[8] && $7 > most[at]) most[at] = $7 }
    END { for (i = 1; i <= 8; i++) printf "%d-%d ", least[i], most[i]; print "" }'
