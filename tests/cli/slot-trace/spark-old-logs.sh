# 1.2: no LogStart, no submission time of the job, no parents, no ExecutorAdded: the job begins with its first stage, the
# second stage waits for what had ended, and the executor has as many slots as it ran tasks.
. "$TOP/tests/cli/slot-trace/spark-events"
{
    ev BlockManagerAdded "\"Block Manager ID\":{\"Executor ID\":\"<driver>\",\"Host\":\"d\",\"Port\":1},\"Maximum Memory\":1,\"Timestamp\":$(ms 5)"
    ev ApplicationStart "\"App Name\":\"x\",\"Timestamp\":$(ms 0),\"User\":\"ann\""
    ev BlockManagerAdded "\"Block Manager ID\":{\"Executor ID\":\"1\",\"Host\":\"n1\",\"Port\":1},\"Maximum Memory\":1,\"Timestamp\":$(ms 50)"
    ev JobStart '"Job ID":0,"Stage IDs":[0,1]'
    s0="\"Stage Info\":{\"Stage ID\":0,\"Stage Attempt ID\":0,\"Number of Tasks\":2"
    s1="\"Stage Info\":{\"Stage ID\":1,\"Stage Attempt ID\":0,\"Number of Tasks\":1"
    ev StageSubmitted "$s0}"
    begin 0 0 0 1100 1 n1 PROCESS_LOCAL; begin 1 1 0 1100 1 n1 PROCESS_LOCAL
    for i in 0 1; do
        ev TaskEnd "\"Task End Reason\":{\"Reason\":\"Success\"},$(task $i $i 0 1100 1 n1 PROCESS_LOCAL),\"Finish Time\":$(ms 1200)},\"Task Metrics\":{\"Input Metrics\":{\"Data Read Method\":\"$([ $i = 0 ] && echo Memory || echo Hadoop)\",\"Bytes Read\":9}}"
    done
    ev StageCompleted "$s0,\"Submission Time\":$(ms 1090),\"Completion Time\":$(ms 1201)}"
    ev StageSubmitted "$s1}"
    begin 2 0 1 1300 1 n1 PROCESS_LOCAL; end 1400 Success 0 2 0 1 1300 1 n1 PROCESS_LOCAL
    ev StageCompleted "$s1,\"Submission Time\":$(ms 1290),\"Completion Time\":$(ms 1401)}"
    ev JobEnd '"Job ID":0,"Job Result":{"Result":"JobSucceeded"}'
} >old.log
slot-trace --cluster-out cluster.csv old.log
cat cluster.csv
slot-trace --info old.log 2>&1 | grep -E '^(spark_version|locality|executors)'
