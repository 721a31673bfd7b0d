# A query that reads partitions 2 and 5 of a cached RDD of 8: Partition ID says so from 3.3 on, and its tasks prefer the executors
# that hold them. Without it a task's number is not its partition, but on an executor that holds some it read one of these. A task on
# one that holds none has no preference, and a union's RDD of 16 partitions is none of theirs. Those that an executor holds go by turns: task 1
# finds partition 5, which has two copies, before 0.
. "$TOP/tests/cli/slot-trace/spark-events"
block() { ev BlockUpdated "\"Block Updated Info\":{\"Block Manager ID\":{\"Executor ID\":\"$1\",\"Host\":\"$2\"},\"Block ID\":\"rdd_1_$3\",\"Storage Level\":{\"Use Memory\":true}}"; }
rdd() { printf '{"RDD ID":%s,"Storage Level":{"Use Memory":%s},"Number of Partitions":%s}' "$1" "$2" "$3"; }
query() { ev StageSubmitted "$(info 0 2 "" 1000 | sed "s/\"Parent IDs\"/\"RDD Info\":[$(rdd 7 false "$1"),$(rdd 1 true 8)],&/")}"; }
part() { sed "s/\"Index\":/\"Partition ID\":$1,&/"; }
log() { # PARTITIONS-OF-ITS-OWN-RDD with|without|elsewhere|copies
    log_start 3.5.1; app_start "$2-$1" 0; settings '"spark.locality.wait":"3s"'
    executor 1 n1 100 2; executor 2 n2 100 2
    block 1 n1 0; block 2 n2 2; block 1 n1 5; block 2 n2 1
    [ "$2" != copies ] || block 2 n2 5
    job 0 1000 0; query "$1"
    if [ "$2" = with ]; then first="part 2" second="part 5"; else first=cat second=cat; fi
    if [ "$2" = elsewhere ]; then executor 3 n3 100 2; there='3 n3'; else there='1 n1'; fi
    # shellcheck disable=SC2086 # an executor and its host
    { begin 0 0 0 1010 2 n2 PROCESS_LOCAL | $first; begin 1 1 0 1010 $there PROCESS_LOCAL | $second
      end 2010 Success 0 0 0 0 1010 2 n2 PROCESS_LOCAL; end 2010 Success 0 1 1 0 1010 $there PROCESS_LOCAL; }
    job_end 0 2010; app_end 3000
}
for way in '8 with' '8 without' '8 elsewhere' '8 copies' '16 with'; do
    # shellcheck disable=SC2086 # two words
    log $way >log
    slot-trace --record tasks log | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["job_id"], $at["task_id"], "hosts:" $at["hosts"] }'
done
