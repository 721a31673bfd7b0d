#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# spark.sh - reads every published Spark log and compares with spark.counts, which count-spark made with jq alone; and
# what the samples' README and the field notes say of them. Run only where the samples are.
top=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
samples=${SAMPLES:-$top/../shared/samples}/spark
PATH=${BIN:-$top/bin}:$PATH
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

is() { # what expected got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); printf '%s: expected %s, got %s\n' "$1" "$2" "$3"; fi
}
info() { slot-trace --info "$1" 2>/dev/null | sed -n "s/^$2,//p"; }
check() { slot-trace --check "$1" 2>/dev/null | awk -F, 'NR > 1 && $2 > 0 { printf "%s%s=%s", sep, $1, $2; sep = " " }'; }

# Rows hold no quoted fields here, so awk can split them.
counts() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        { n++; jobs[$c["job_id"]]; at[$c["locality"]]++; out[$c["outcome"]]++
          if ($c["locality"] == "node" && $c["outcome"] == "done") t[++k] = $c["duration_s"] + 0 }
        function of(x) { return x + 0 }
        END { for (j in jobs) nj++
              for (i = 2; i <= k; i++) for (m = i; m > 1 && t[m] < t[m - 1]; m--) { x = t[m]; t[m] = t[m - 1]; t[m - 1] = x }
              med = k == 0 ? "-" : k % 2 ? t[(k + 1) / 2] : (t[k / 2] + t[k / 2 + 1]) / 2
              print n, nj, of(at["process"]), of(at["node"]), of(at["rack"]), of(at["any"]), of(out["done"]),
                    of(out["failed"]), of(out["killed"]) + of(out["superseded"]), of(out["lost"]), med }' CONVFMT=%.10g OFMT=%.10g "$1"
}

while read -r log expected; do
    slot-trace -o "$work/rows.csv" "$samples/$log" 2>"$work/err"
    is "$log: exit status" 0 $?
    is "$log" "$expected" "$(counts "$work/rows.csv")"
    slot-trace "$work/rows.csv" >"$work/again.csv"
    cmp -s "$work/rows.csv" "$work/again.csv"
    is "$log: its rows read back as they are" 0 $?
done <"$top/tests/samples/spark.counts"

is "every sample is in spark.counts" "$(ls "$samples" | wc -l)" "$(wc -l <"$top/tests/samples/spark.counts")"

# The version and the wait as the README names them; 3 s is Spark's default. A broken environment line: not known.
while read -r log version reset node; do
    is "$log: version" "$version" "$(info "$samples/$log" spark_version)"
    is "$log: reset" "$reset" "$(info "$samples/$log" locality_reset)"
    is "$log: wait" "$node" "$(info "$samples/$log" locality_wait_node_s)"
done <<'END'
application_1472176676028_407508_1 1.6.1 launch 3
sparklint_event_log_0 1.5.2 launch 3
application_1516285256255_0012 2.3.0-SNAPSHOT launch 3
application_1628109047826_1317105 3.1.1.119 refusal 1
eventlog_4nodes_8cores_dynamic_alloc.zstd 3.2.1 refusal 0
db_subExecution_id.zstd 3.3.0 refusal 3
malformed_json_eventlog.zstd 3.1.1 refusal 
END

# The damage that the README and the field notes tell of; the five jobs whose start is missing have no JobStart line
# (grep -c SparkListenerJobStart: 75, SparkListenerJobEnd: 80). No ApplicationEnd in the Databricks log.
while read -r log expected; do
    is "$log: damage" "$expected" "$(check "$samples/$log")"
done <<'END'
application_1472176676028_407508_1 
malformed_json_eventlog.zstd not_readable=1 verdict=1
tasks_executors_fail_compressed_eventlog.zstd end_without_start=5 task_before_stage=5 verdict=10
db_subExecution_id.zstd cut_short=1 verdict=1
sparklint_event_log_0 task_before_stage=1 verdict=1
END

# 23 hosts, 58 executors (grep -c SparkListenerExecutorAdded); 4 cores and spark.task.cpus 4 make one slot each.
is "hosts" 23 "$(info "$samples/application_1472176676028_407508_1" hosts)"
is "executors" 58 "$(info "$samples/application_1472176676028_407508_1" executors)"
slot-trace --cluster-out "$work/cluster.csv" "$samples/tasks_executors_fail_compressed_eventlog.zstd" >/dev/null 2>&1
is "slots at once: one for each of 8 executors of 4 cores, task.cpus 4" 8 \
    "$(awk -F, 'NR > 1 && $5 == "" { n += $3 } NR > 1 && $5 != "" { lost[$1] = $3 } END { print n + 2 }' "$work/cluster.csv")"

# The same bytes however they come: packed, through a pipe, in two files of a folder, in a broken order of lines never.
plain=$samples/application_1472176676028_407508_1
slot-trace "$plain" >"$work/whole.csv"
gzip -c "$plain" | slot-trace - >"$work/pipe.csv"
is "through gzip and a pipe" "$(cksum <"$work/whole.csv")" "$(cksum <"$work/pipe.csv")"
mkdir "$work/eventlog_v2_x"
head -n 700 "$plain" >"$work/eventlog_v2_x/events_2_x"
tail -n +701 "$plain" >"$work/eventlog_v2_x/events_10_x"
: >"$work/eventlog_v2_x/appstatus_x"
slot-trace "$work/eventlog_v2_x" >"$work/folder.csv"
is "cut into a rolling folder" "$(cksum <"$work/whole.csv")" "$(cksum <"$work/folder.csv")"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
