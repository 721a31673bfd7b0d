# Executors told apart. Host h1 has executors 1 and 2, h2 has 3, a core each. Job 0 computes and keeps the four partitions of RDD 7: 0 and 3 on
# executor 1 (two ways of telling it: an update of a block, the task's metrics), 1 on 2, 2 on 3. Job 1 reads them: its task 3 waits for executor 1
# until 7 s, though 2, on the same host, and 3 are free from 6 on: the wait of 3 s runs from the last launch, to 8. By Spark's rules (R11, R14)
# a replay does the same. Then RDD 7 is no longer kept, and job 2, which would read its partition 0, prefers nothing.
. "$TOP/tests/cli/slot-trace/spark-events"
rdds() { printf ',"RDD Info":[{"RDD ID":7,"Storage Level":{"Use Disk":false,"Use Memory":true},"Number of Partitions":%s},{"RDD ID":6,"Storage Level":{"Use Disk":false,"Use Memory":false},"Number of Partitions":%s}]' "$1" "$1"; }
keeps() { ev StageSubmitted "$(info "$@")$(rdds "$2")}"; }
block() { printf '{"Block ID":"rdd_7_%s","Status":{"Storage Level":{"Use Disk":false,"Use Memory":%s}}}' "$1" "$2"; }
updated() { ev BlockUpdated "\"Block Updated Info\":{\"Block Manager ID\":{\"Executor ID\":\"$2\",\"Host\":\"$3\"},\"Block ID\":\"rdd_7_$1\",\"Storage Level\":{\"Use Disk\":false,\"Use Memory\":$4}}"; }
# made BLOCK FINISH task...: the task ends and has made the block
made() { b=$1 f=$2; shift 2
    ev TaskEnd "\"Task End Reason\":{\"Reason\":\"Success\"},$(task "$@"),\"Finish Time\":$(ms "$f")},\"Task Metrics\":{\"Updated Blocks\":[$(block "$b" true)],\"Input Metrics\":{\"Bytes Read\":0}}"; }
log_start 2.2.0 >log
{
    app_start app_1 0; settings ''
    executor 1 h1 100 1; executor 2 h1 100 1; executor 3 h2 100 1
    job 0 1000 0; keeps 0 4 '' 1000
    begin 0 0 0 1000 1 h1 PROCESS_LOCAL; begin 1 1 0 1000 2 h1 PROCESS_LOCAL; begin 2 2 0 1000 3 h2 PROCESS_LOCAL
    updated 0 1 h1 true; updated 0 2 h1 true; updated 0 2 h1 false # a copy on 2 that goes again
    end 2000 Success 0 0 0 0 1000 1 h1 PROCESS_LOCAL; made 1 2000 1 1 0 1000 2 h1 PROCESS_LOCAL; made 2 2000 2 2 0 1000 3 h2 PROCESS_LOCAL
    begin 3 3 0 2000 1 h1 PROCESS_LOCAL; made 3 3000 3 3 0 2000 1 h1 PROCESS_LOCAL
    stage_end 0 4 '' 1000 0 3000; job_end 0 3000
    job 1 5000 1; keeps 1 4 '' 5000
    begin 4 0 1 5000 1 h1 PROCESS_LOCAL; begin 5 1 1 5000 2 h1 PROCESS_LOCAL; begin 6 2 1 5000 3 h2 PROCESS_LOCAL
    end 6000 Success 0 5 1 1 5000 2 h1 PROCESS_LOCAL; end 6000 Success 0 6 2 1 5000 3 h2 PROCESS_LOCAL; end 7000 Success 0 4 0 1 5000 1 h1 PROCESS_LOCAL
    begin 7 3 1 7000 1 h1 PROCESS_LOCAL; end 8000 Success 0 7 3 1 7000 1 h1 PROCESS_LOCAL
    stage_end 1 4 '' 5000 0 8000; job_end 1 8000
    ev UnpersistRDD '"RDD ID":7'
    job 2 10000 2; keeps 2 1 '' 10000
    begin 8 0 2 10000 3 h2 PROCESS_LOCAL; end 11000 Success 0 8 0 2 10000 3 h2 PROCESS_LOCAL
    stage_end 2 1 '' 10000 0 11000; job_end 2 11000; app_end 12000
} >>log
cut -d, -f7,10,14,17,19 <<END
$(slot-trace --cluster-out hosts.csv log)
END
cat hosts.csv
echo executors:
slot-trace --executors --cluster-out executors.csv log | cut -d, -f7,10,14,17 | sed -n '2p;6,9p'
cat executors.csv
echo anonymized:
slot-trace --executors --anonymize key --cluster-out secret.csv log | awk -F, 'NR > 1 { node[$17]; if ($14 != "") wish[$14] } END { for (w in wish) print (w in node) ? "a wish names a node" : "a wish names nobody" }'
awk -F, 'NR > 1 { print $1 == $7 "/" (NR - 1) ? "host/ID" : $0 }' secret.csv
echo as recorded, waits of 3 s, then of 0:
slot-replay --as-recorded --record attempts log | awk -F, '$1 == "app_1/1" { print $4, $7, $9, $11, $13 }' | sort
slot-replay --as-recorded --delay spark:0,0,0 --record attempts log | awk -F, '$1 == "app_1/1" && $4 == 3 { print $4, $9, $11 }'
slot-replay --validate log | sed 's|"[^"]*"|waits|' | cut -d, -f9-11,14-16,22-23
# Offers at heartbeats know hosts alone.
slot-replay --as-recorded --preset naive-fair --slots-per-node 1 --record attempts log 2>/dev/null | awk -F, 'NR > 1 { print $7 }' | sort -u
# The two files go together without --as-recorded, too.
slot-trace --executors log | cut -d, -f1-16 | slot-replay --cluster executors.csv --placement trace --preset spark-2 --record attempts | awk -F, '$1 == "app_1/1" { print $4, $7, $9, $11 }' | sort
