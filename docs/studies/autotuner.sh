#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# autotuner.sh - the table of docs/studies/autotuner.md: what spark.locality.wait=0 in the place of 3 s does, in worlds of Spark whose truth
# is known (tests/worlds/truth.csv: mean responses of 36 days each under both).
cd "$(dirname "$0")/../.." || exit 1
awk -F, '
    FILENAME ~ /worlds.csv/ { if (FNR > 1 && $3 ~ /^spark/) { kind[$1] = $2; if (!($2 in seen)) { seen[$2]; order[++k] = $2 } } next }
    FNR > 1 && $2 == 3 && $3 == 0 && ($1 in kind) {
        of = kind[$1]; n[of]++; n["all"]++
        way = $5 + 2 * $6 < -2 ? "faster" : $5 - 2 * $6 > 2 ? "slower" : "same"
        count[of, way]++; count["all", way]++
        if (!(of in least) || $5 < least[of]) least[of] = $5
        if (!(of in most) || $5 > most[of]) most[of] = $5
        if (!("all" in least) || $5 < least["all"]) least["all"] = $5
        if (!("all" in most) || $5 > most["all"]) most["all"] = $5
    }
    END {
        print "| worlds | n | faster with 0 | slower with 0 | within 2 % | change of the mean response, % |"
        print "|---|---|---|---|---|---|"
        order[++k] = "all"
        for (i = 1; i <= k; i++) if (n[order[i]]) { o = order[i]
            printf "| %s | %d | %d | %d | %d | %+.1f to %+.1f |\n", o, n[o], count[o, "faster"], count[o, "slower"], count[o, "same"], least[o], most[o] }
    }' tests/worlds/worlds.csv tests/worlds/truth.csv
