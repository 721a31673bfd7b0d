# SPDX-License-Identifier: GPL-3.0-or-later
# history.awk - a day as Hadoop's job history, a file a job in the folder `out`: the events of Hadoop 2 and 3 (`form`
# avro, a line of JSON each) or the records of Hadoop 1 (text). Slots are in neither.
#
#   awk -v form=avro|text -v out=DIR -f|text -v world=NAME -f history.awk tasks.csv cluster.csv results.csv attempts.csv
#
# A container of the job's master is no part of the world: it starts when the job is submitted.

function read_header(    i) { for (i = 1; i <= NF; i++) col[$i] = i }
function get(name) { return $(col[name]) }
function stamp(s) { return sprintf("%.0f", 1795600000000 + int(s * 1000 + 0.0005)) }
function member(key, text) { return "\"" key "\":\"" text "\"" }
function number(key, n) { return "\"" key "\":" n }
function event(type, record, members) {
    print "{\"type\":\"" type "\",\"event\":{\"org.apache.hadoop.mapreduce.jobhistory." record "\":{" members "}}}\n" >target
}
function record(kind, pairs) { print kind " " pairs "." >target }
function pair(key, text) { return key "=\"" text "\" " }
# Hadoop 1 puts a backslash before each dot.
function dotted(text) { gsub(/\./, "\\.", text); return text }

function begin_avro(job,    n) {
    print "Avro-Json" >target
    print "{\"type\":\"record\",\"name\":\"Event\",\"namespace\":\"org.apache.hadoop.mapreduce.jobhistory\",\"fields\":[]}\n" >target
    event("AM_STARTED", "AMStarted", member("applicationAttemptId", "appattempt_" id[job] "_000001") "," \
          number("startTime", stamp(submit[job])) "," member("containerId", "container_" id[job] "_01_000001") "," \
          member("nodeManagerHost", "master") "," number("nodeManagerPort", 8041) "," number("nodeManagerHttpPort", 8042))
    event("JOB_SUBMITTED", "JobSubmitted", member("jobid", "job_" id[job]) "," member("jobName", "query") "," \
          member("userName", "ops") "," number("submitTime", stamp(submit[job])) "," member("jobConfPath", "job.xml") \
          ",\"acls\":{}," member("jobQueueName", pool[job]))
    event("JOB_INITED", "JobInited", member("jobid", "job_" id[job]) "," number("launchTime", stamp(submit[job])) "," \
          number("totalMaps", tasks[job, 0] + 0) "," number("totalReduces", tasks[job, 1] + 0) "," \
          member("jobStatus", "INITED") ",\"uberized\":false")
}
function begin_text(job) {
    print "Meta VERSION=\"1\" ." >target
    record("Job", pair("JOBID", "job_" id[job]) pair("JOBNAME", "query") pair("USER", "ops") \
           pair("SUBMIT_TIME", stamp(submit[job])) pair("JOBCONF", "job\\.xml") pair("JOB_QUEUE", pool[job]))
    record("Job", pair("JOBID", "job_" id[job]) pair("LAUNCH_TIME", stamp(submit[job])) \
           pair("TOTAL_MAPS", tasks[job, 0] + 0) pair("TOTAL_REDUCES", tasks[job, 1] + 0) pair("JOB_STATUS", "PREP"))
}

# The split names rack and host, as in "/r1/h01,/r1/h02" (Hadoop 1) or "h01,h02".
function split_of(key,    n, part, i, text) {
    n = split(hosts[key], part, "|")
    for (i = 1; i <= n; i++) text = text (i > 1 ? "," : "") (form == "text" ? "/" rack[part[i]] "/" : "") part[i]
    return text
}
function put_avro(i, kind, task, attempt,    word, end) {
    word = kind == "map" ? "Map" : "Reduce"
    event("TASK_STARTED", "TaskStarted", member("taskid", task) "," member("taskType", toupper(kind)) "," \
          number("startTime", stamp(launch[i])) "," member("splitLocations", split_of(a_key[i])))
    event(toupper(kind) "_ATTEMPT_STARTED", "TaskAttemptStarted", member("taskid", task) "," member("taskType", \
          toupper(kind)) "," member("attemptId", attempt) "," number("startTime", stamp(launch[i])) "," \
          member("trackerName", node[i]) "," number("httpPort", 8042) "," number("shufflePort", 13562) "," \
          member("containerId", "container") ",\"locality\":{\"string\":\"" (level[i] == "node" ? "NODE_LOCAL" \
          : level[i] == "rack" ? "RACK_LOCAL" : "OFF_SWITCH") "\"},\"avataar\":{\"string\":\"VIRGIN\"}")
    if (outcome[i] != "done") {
        event(toupper(kind) "_ATTEMPT_KILLED", "TaskAttemptUnsuccessfulCompletion", member("taskid", task) "," \
              member("taskType", toupper(kind)) "," member("attemptId", attempt) "," number("finishTime", stamp(finish[i])) \
              "," member("hostname", node[i]) "," member("rackname", "/" rack[node[i]]) "," member("status", "KILLED"))
        return
    }
    end = kind == "map" ? number("mapFinishTime", stamp(finish[i])) : number("shuffleFinishTime", stamp(compute[i])) "," \
          number("sortFinishTime", stamp(compute[i]))
    event(toupper(kind) "_ATTEMPT_FINISHED", word "AttemptFinished", member("taskid", task) "," member("attemptId", \
          attempt) "," member("taskType", toupper(kind)) "," member("taskStatus", "SUCCEEDED") "," end "," \
          number("finishTime", stamp(finish[i])) "," member("hostname", node[i]) "," number("port", 8041) "," \
          member("rackname", "/" rack[node[i]]) "," member("state", "") ",\"counters\":{\"name\":\"COUNTERS\",\"groups\":[" \
          "{\"name\":\"org.apache.hadoop.mapreduce.FileSystemCounter\",\"displayName\":\"\",\"counts\":[{" \
          member("name", kind == "map" ? "HDFS_BYTES_READ" : "REDUCE_SHUFFLE_BYTES") "," member("displayName", "") "," \
          number("value", 67108864) "}]}]}")
    event("TASK_FINISHED", "TaskFinished", member("taskid", task) "," member("taskType", toupper(kind)) "," \
          number("finishTime", stamp(finish[i])) "," member("status", "SUCCEEDED"))
}
function put_text(i, kind, task, attempt,    word, ids, type) {
    word = kind == "map" ? "MapAttempt" : "ReduceAttempt"
    type = pair("TASK_TYPE", toupper(kind))
    ids = type pair("TASKID", task) pair("TASK_ATTEMPT_ID", attempt)
    record("Task", pair("TASKID", task) type pair("START_TIME", stamp(launch[i])) pair("SPLITS", split_of(a_key[i])))
    record(word, ids pair("START_TIME", stamp(launch[i])) pair("TRACKER_NAME", "tracker_" node[i] ":localhost/127\\.0\\.0\\.1:5001") \
           pair("HTTP_PORT", 50060))
    record(word, ids pair("TASK_STATUS", "SUCCESS") (kind == "map" ? "" : pair("SHUFFLE_FINISHED", stamp(compute[i])) \
           pair("SORT_FINISHED", stamp(compute[i]))) pair("FINISH_TIME", stamp(finish[i])) \
           pair("HOSTNAME", "/" rack[node[i]] "/" node[i]) pair("STATE_STRING", "") pair("COUNTERS", \
           "{(FileSystemCounters)(FileSystemCounters)[(" (kind == "map" ? "HDFS_BYTES_READ)(HDFS_BYTES_READ" \
           : "REDUCE_SHUFFLE_BYTES)(REDUCE_SHUFFLE_BYTES") ")(67108864)]}"))
    record("Task", pair("TASKID", task) type pair("TASK_STATUS", "SUCCESS") pair("FINISH_TIME", stamp(finish[i])))
}
function put_job(job,    k, i, kind, task) {
    target = out "/job_" id[job] (form == "avro" ? ".jhist" : "_query")
    if (form == "avro") begin_avro(job); else begin_text(job)
    for (k = 0; k < n_of[job]; k++) {
        i = attempt_of[job, k]
        kind = stage[i] == 0 ? "map" : "reduce"
        task = id[job] "_" substr(kind, 1, 1) "_" sprintf("%06d", task_number[i])
        if (form == "avro") put_avro(i, kind, "task_" task, "attempt_" task "_" attempt_number[i])
        else put_text(i, kind, "task_" task, "attempt_" task "_" attempt_number[i])
    }
    if (form == "avro")
        event("JOB_FINISHED", "JobFinished", member("jobid", "job_" id[job]) "," number("finishTime", stamp(ended[job])) \
              "," number("finishedMaps", tasks[job, 0] + 0) "," number("finishedReduces", tasks[job, 1] + 0) \
              "," number("failedMaps", 0) "," number("failedReduces", 0))
    else
        record("Job", pair("JOBID", "job_" id[job]) pair("FINISH_TIME", stamp(ended[job])) pair("JOB_STATUS", "SUCCESS") \
               pair("FINISHED_MAPS", tasks[job, 0] + 0) pair("FINISHED_REDUCES", tasks[job, 1] + 0))
    close(target)
}

BEGIN { FS = "," }
FNR == 1 { files++; read_header(); next }
files == 1 {
    job = get("job_id")
    pool[job] = get("pool")
    hosts[job, get("stage"), get("task_id")] = get("hosts")
    tasks[job, get("stage")]++
}
files == 2 { rack[get("node")] = get("rack") }
files == 3 { job = get("job_id"); order[n_jobs++] = job; submit[job] = get("submit_s"); ended[job] = get("finish_s") }
files == 4 {
    i = n_attempts++
    job = get("job_id")
    attempt_of[job, n_of[job]++ + 0] = i
    a_key[i] = job SUBSEP get("stage") SUBSEP get("task_id")
    stage[i] = get("stage"); task_number[i] = get("task_id"); attempt_number[i] = get("attempt")
    node[i] = get("node"); level[i] = get("locality"); launch[i] = get("launch_s"); finish[i] = get("finish_s")
    compute[i] = get("compute_s")
    outcome[i] = get("outcome")
}
END {
    for (i = 1; i < n_jobs; i++) {
        j = order[i]
        for (k = i - 1; k >= 0 && submit[order[k]] > submit[j]; k--) order[k + 1] = order[k]
        order[k + 1] = j
    }
    for (i = 0; i < n_jobs; i++) id[order[i]] = sprintf("201311192236_%04d", i + 1)
    for (i = 0; i < n_jobs; i++) put_job(order[i])
}
