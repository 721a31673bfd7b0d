# --until-precise: the runs that were made, and their interval once more by awk (Student's t of five runs and more, from tables): the last is within the
# share and the one before it is not, or there are five. The bytes do not depend on threads.
t() { echo "$1" | awk 'BEGIN { split("12.7062 4.3027 3.1824 2.7764 2.5706 2.4469 2.3646 2.3060 2.2622 2.2281 2.2010 2.1788 2.1604 2.1448 2.1314", t, " ") } { print t[$1 - 1] }'; }
precision() { # of the first N runs
    awk -F, -v n="$1" -v t="$(t "$1")" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["run"] <= n { sum[$at["run"]] += $at["response_s"]; jobs[$at["run"]]++ }
        END { for (r = 1; r <= n; r++) { m = sum[r] / jobs[r]; s += m; q += m * m }
              printf "%.5f\n", t * sqrt((q - s * s / n) / (n - 1) / n) / (s / n) }' rows.csv
}
for share in 1% 5%; do
    slot-replay --nodes 20 --preset hfs --runs 15 --until-precise $share "$TOP/traces/tr-bm.csv" >rows.csv
    slot-replay --nodes 20 --preset hfs --runs 15 --until-precise $share --parallel 3 "$TOP/traces/tr-bm.csv" | cmp rows.csv -
    n=$(awk -F, 'NR > 1 { print $1 }' rows.csv | sort -u | wc -l)
    echo "$share: runs $n, $(precision "$n"), before $(precision $((n - 1)))"
done
slot-replay --nodes 20 --preset hfs --runs 6 --until-precise 0.1% "$TOP/traces/tr-bm.csv" | awk -F, 'NR > 1 { print $1 }' | sort -u | wc -l
slot-replay --nodes 20 --until-precise 1% "$TOP/traces/tr-bm.csv"; echo $?
# No job has ended: nothing is known.
printf 'job_id,submit_s,maps,map_s\na,0,2,10\n' | slot-replay --nodes 2 --runs 2 --until 1 --until-precise 5% --record summary | cut -d, -f1-3
