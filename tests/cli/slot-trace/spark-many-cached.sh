# A query over a part of a cached RDD of 20,000 partitions, on an executor that holds all of them and on one that holds none: each task asks
# what its executor holds, so a look at all partitions would be a hundred million of them.
. "$TOP/tests/cli/slot-trace/spark-events"
# numbered N: its line that often, with the number for 4444 and executor 1 and 2 by turns for 5555
numbered() { awk -v n="$1" 'function put(row, mark, by,   part, m, k, out) { m = split(row, part, mark); out = part[1]
        for (k = 2; k <= m; k++) out = out by part[k]; return out }
    { for (i = 0; i < n; i++) print put(put($0, "5555", 1 + i % 2), "4444", i) }'; }
{
    log_start 3.1.1; app_start app 0; settings '"spark.locality.wait":"3s"'
    executor 1 n1 100 2; executor 2 n2 100 2
    ev BlockUpdated '"Block Updated Info":{"Block Manager ID":{"Executor ID":"1","Host":"n1"},"Block ID":"rdd_1_4444","Storage Level":{"Use Memory":true}}' | numbered 20000
    job 0 1000 0
    kept='{"RDD ID":1,"Storage Level":{"Use Memory":true},"Number of Partitions":20000}'
    ev StageSubmitted "$(info 0 10000 "" 1000 | sed "s/\"Parent IDs\"/\"RDD Info\":[$kept],&/")}"
    begin 4444 4444 0 1010 5555 n5555 PROCESS_LOCAL | numbered 10000
    end 2010 Success 0 4444 4444 0 1010 5555 n5555 PROCESS_LOCAL | numbered 10000
    job_end 0 2010; app_end 3000
} >log
slot-trace --record tasks log | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n[$at["node"] " prefers: " $at["hosts"]]++ } END { for (k in n) print k, n[k] }' | sort
