# SPDX-License-Identifier: GPL-3.0-or-later
# spark_log.awk - the event log that Spark writes of a day: what Spark logs and no more, so no preferred hosts. world.sh
# sorts its lines by time and kind, which stand before each.
#
#   awk -v world=NAME -v rule=spark:P,N,R -v release=spark-3.5.1/fair -v words='20x2/4 cpus=2' -f spark_log.awk \
#       tasks.csv cluster.csv triggers.csv cache.csv results.csv attempts.csv
#
# Numbers of jobs, stages and tasks are given in the order in which they come, as Spark gives them.

function column(name,    i) { for (i = 1; i <= NF; i++) if ($i == name) return i; return 0 }
function read_header(    i) { for (i = 1; i <= NF; i++) col[$i] = i }
function get(name) { return $(col[name]) }
function value(text, key, otherwise,    n, word, i, pair) {
    n = split(text, word, " ")
    for (i = 1; i <= n; i++)
        if (split(word[i], pair, "=") == 2 && pair[1] == key) return pair[2]
    return otherwise
}
# Milliseconds of a day in November 2026.
function stamp(s) { return sprintf("%.0f", 1795600000000 + int(s * 1000 + 0.0005)) }
function line(s, kind, text) { printf "%s\t%d\t%06d\t%s\n", stamp(s), kind, ++n_lines, text }
function event(name, members) { return "{\"Event\":\"SparkListener" name "\"," members "}" }
function member(key, text) { return "\"" key "\":\"" text "\"" }
function wait_text(s) { return s == int(s) ? s "s" : s * 1000 "ms" }
function executor_of(node,    part) { split(node, part, "/"); return part[2] }
function host_of(node,    part) { split(node, part, "/"); return part[1] }

# ---- the application ------------------------------------------------------------------------------------------------

function environment(    part, wait, text, cores) {
    split(rule, part, ":")
    split(part[2], wait, ",")
    text = member("spark.app.id", app) "," member("spark.app.name", world) "," member("spark.master", words ~ /\/0/ \
           ? "spark://master:7077" : "yarn") "," member("spark.scheduler.mode", release ~ /\/fair/ ? "FAIR" : "FIFO")
    text = text "," member("spark.locality.wait", wait_text(wait[2]))
    if (wait[1] != wait[2]) text = text "," member("spark.locality.wait.process", wait_text(wait[1]))
    if (wait[3] != wait[2]) text = text "," member("spark.locality.wait.rack", wait_text(wait[3]))
    text = text "," member("spark.executor.cores", executor_cores)
    if (value(words, "cpus", 1) > 1) text = text "," member("spark.task.cpus", value(words, "cpus", 1))
    if (value(words, "gpu", 1) < 1)
        text = text "," member("spark.executor.resource.gpu.amount", 1) "," member("spark.task.resource.gpu.amount", \
               value(words, "gpu", 1))
    if (value(words, "dyn", "") != "") {
        split(value(words, "dyn", ""), part, /[-\/]/)
        text = text "," member("spark.dynamicAllocation.enabled", "true") "," \
               member("spark.dynamicAllocation.minExecutors", part[1]) "," \
               member("spark.dynamicAllocation.maxExecutors", part[2]) "," \
               member("spark.dynamicAllocation.executorIdleTimeout", part[3] "s")
    }
    if (has_cache) text = text "," member("spark.eventLog.logBlockUpdates.enabled", "true")
    return event("EnvironmentUpdate", "\"JVM Information\":{},\"Spark Properties\":{" text "},\"System Properties\":{}," \
                 "\"Classpath Entries\":{}")
}
function begin_log(    s) {
    s = -3
    line(s, 0, event("LogStart", member("Spark Version", version)))
    line(s, 0, environment())
    line(s, 0, event("ApplicationStart", member("App Name", world) "," member("App ID", app) ",\"Timestamp\":" stamp(s) \
                     "," member("User", "ops")))
}
function put_executors(    i, s, text) {
    for (i = 1; i <= n_nodes; i++) {
        s = from[node[i]] == "" ? -1 : from[node[i]]
        if (s >= 1000000) continue
        text = member("Executor ID", executor_of(node[i]))
        line(s, 10, event("ExecutorAdded", "\"Timestamp\":" stamp(s) "," text ",\"Executor Info\":{" \
             member("Host", host_of(node[i])) ",\"Total Cores\":" executor_cores ",\"Log Urls\":{}}"))
        line(s, 10, event("BlockManagerAdded", "\"Block Manager ID\":{" text "," member("Host", host_of(node[i])) \
             ",\"Port\":" 40000 + executor_of(node[i]) "},\"Maximum Memory\":4000000000,\"Timestamp\":" stamp(s)))
        if (to[node[i]] != "" && (lost[node[i]] || to[node[i]] <= end_s))
            line(to[node[i]], 60, event("ExecutorRemoved", "\"Timestamp\":" stamp(to[node[i]]) "," text "," \
                 member("Removed Reason", words ~ /dyn=/ ? "Executor killed by driver." : "Executor Process Lost")))
    }
}
function put_cache(    i) {
    for (i = 0; i < n_cached; i++)
        line(-0.5, 10, event("BlockUpdated", "\"Block Updated Info\":{\"Block Manager ID\":{" member("Executor ID", \
             executor_of(cached_on[i])) "," member("Host", host_of(cached_on[i])) ",\"Port\":" 40000 + \
             executor_of(cached_on[i]) "}," member("Block ID", "rdd_1_" i) ",\"Storage Level\":{\"Use Disk\":false," \
             "\"Use Memory\":true,\"Deserialized\":true,\"Replication\":1},\"Memory Size\":67108864,\"Disk Size\":0}"))
}

# ---- jobs and stages ------------------------------------------------------------------------------------------------

function stage_info(key, more,    part, rdd) {
    split(key, part, SUBSEP)
    if (reads_cache[key])
        rdd = "{\"RDD ID\":1,\"Name\":\"table\",\"Parent IDs\":[],\"Storage Level\":{\"Use Disk\":false," \
              "\"Use Memory\":true,\"Deserialized\":true,\"Replication\":1},\"Number of Partitions\":" n_cached \
              ",\"Number of Cached Partitions\":" n_cached ",\"Memory Size\":0,\"Disk Size\":0}"
    return "{\"Stage ID\":" stage_id[key] ",\"Stage Attempt ID\":0,\"Stage Name\":\"query at Main.scala:" part[2] + 10 \
           "\",\"Number of Tasks\":" n_tasks[key] ",\"RDD Info\":[" rdd "],\"Parent IDs\":[" \
           (part[2] > 0 ? stage_id[part[1], part[2] - 1] : "") "],\"Details\":\"\"" more "}"
}
function properties(job,    text, part) {
    text = ""
    if (release ~ /\/fair/ && pool[job] != "default") text = member("spark.scheduler.pool", pool[job])
    split(job, part, "-")
    if (job in is_trigger)
        text = text (text == "" ? "" : ",") member("sql.streaming.queryId", "6f0a4dfc-9f43-4b0e-8d04-" part[1]) "," \
               member("streaming.sql.batchId", part[2])
    else
        text = text (text == "" ? "" : ",") member("spark.sql.execution.id", job_id[job])
    return "\"Properties\":{" text "}"
}
function put_job(job,    s, ids, infos) {
    for (s = 0; s < n_stages[job]; s++) {
        ids = ids (s ? "," : "") stage_id[job, s]
        infos = infos (s ? "," : "") stage_info(job SUBSEP s, "")
    }
    line(submit[job], 30, event("JobStart", "\"Job ID\":" job_id[job] ",\"Submission Time\":" stamp(submit[job]) \
         ",\"Stage Infos\":[" infos "],\"Stage IDs\":[" ids "]," properties(job)))
    line(ended[job], 26, event("JobEnd", "\"Job ID\":" job_id[job] ",\"Completion Time\":" stamp(ended[job]) \
         ",\"Job Result\":{\"Result\":\"JobSucceeded\"}"))
    for (s = 0; s < n_stages[job]; s++) put_stage(job, s)
}
function put_stage(job, s,    times) {
    times = ",\"Submission Time\":" stamp(ready[job, s])
    line(ready[job, s], 40, event("StageSubmitted", "\"Stage Info\":" stage_info(job SUBSEP s, times) "," properties(job)))
    times = times ",\"Completion Time\":" stamp(done[job, s])
    line(done[job, s], 20, event("StageCompleted", "\"Stage Info\":" stage_info(job SUBSEP s, times)))
}

# ---- tasks ----------------------------------------------------------------------------------------------------------

# Spark calls what has no preference PROCESS_LOCAL.
function put_task(i,    key, info, name, ids, ran, bytes) {
    key = a_job[i] SUBSEP a_stage[i]
    name = a_level[i] == "node" ? "NODE_LOCAL" : a_level[i] == "rack" ? "RACK_LOCAL" : a_level[i] == "any" ? "ANY" \
           : "PROCESS_LOCAL"
    ids = "\"Stage ID\":" stage_id[key] ",\"Stage Attempt ID\":0,"
    info = "\"Task Info\":{\"Task ID\":" task_id[i] ",\"Index\":" index_of[key, a_task[i]] ",\"Attempt\":" a_number[i] \
           (newer ? ",\"Partition ID\":" a_task[i] : "") ",\"Launch Time\":" stamp(a_launch[i]) "," member("Executor ID", \
           executor_of(a_node[i])) "," member("Host", host_of(a_node[i])) "," member("Locality", name) \
           ",\"Speculative\":false,\"Getting Result Time\":0,\"Finish Time\":"
    line(a_launch[i], 50, event("TaskStart", ids info "0,\"Failed\":false,\"Killed\":false,\"Accumulables\":[]}"))
    if (a_outcome[i] != "done") {
        line(a_finish[i], 0, event("TaskEnd", ids member("Task Type", "ResultTask") ",\"Task End Reason\":{" \
             member("Reason", "ExecutorLostFailure") "," member("Executor ID", executor_of(a_node[i])) \
             ",\"Exit Caused By App\":false," member("Loss Reason", "Executor Process Lost") "}," info stamp(a_finish[i]) \
             ",\"Failed\":true,\"Killed\":false,\"Accumulables\":[]}"))
        return
    }
    ran = (a_finish[i] - a_launch[i]) * 1000
    bytes = a_stage[i] == 0 ? 67108864 : 0
    line(a_finish[i], 15, event("TaskEnd", ids member("Task Type", a_stage[i] < n_stages[a_job[i]] - 1 ? "ShuffleMapTask" \
         : "ResultTask") ",\"Task End Reason\":{\"Reason\":\"Success\"}," info stamp(a_finish[i]) \
         ",\"Failed\":false,\"Killed\":false,\"Accumulables\":[]},\"Task Metrics\":{\"Executor Deserialize Time\":3," \
         "\"Executor Run Time\":" (ran > 5 ? sprintf("%.0f", ran - 5) : 0) ",\"Result Size\":1000," \
         "\"Shuffle Read Metrics\":{\"Remote Bytes Read\":" (bytes ? 0 : 900000) ",\"Local Bytes Read\":" \
         (bytes ? 0 : 100000) "},\"Input Metrics\":{\"Bytes Read\":" bytes ",\"Records Read\":" (bytes ? 1000 : 0) "}}"))
}

# ---- reading --------------------------------------------------------------------------------------------------------

BEGIN {
    FS = ","
    split(release, part, /[-\/]/)
    version = part[2]
    split(version, part, ".")
    newer = part[1] * 100 + part[2] >= 303
    letters = "abcdefghijklmnopqrstuvwxyz0123456789-"
    for (i = 1; i <= length(world); i++) code = (code * 31 + index(letters, substr(world, i, 1))) % 10000
    app = sprintf("application_1795600000000_%04d", code)
}
FNR == 1 { files++; read_header(); if (files < 3 || files > 4) next }
files == 1 {
    key = get("job_id") SUBSEP get("stage")
    index_of[key, get("task_id")] = n_tasks[key]++
    if (get("stage") >= n_stages[get("job_id")]) n_stages[get("job_id")] = get("stage") + 1
    pool[get("job_id")] = get("pool")
    if (get("hosts") ~ /\//) reads_cache[key] = 1
}
files == 2 && get("from_s") < 1000000 {
    node[++n_nodes] = get("node")
    from[get("node")] = get("from_s")
    to[get("node")] = get("to_s")
    slots = get("slots")
}
files == 3 && NF > 1 { is_trigger[$1] = 1 }
files == 4 && NF > 1 { cached_on[$1] = $2; n_cached = $1 + 1; has_cache = 1 }
files == 5 {
    job[n_jobs++] = get("job_id")
    submit[get("job_id")] = get("submit_s")
    ended[get("job_id")] = get("finish_s")
    if (get("finish_s") > end_s) end_s = get("finish_s")
}
files == 6 {
    i = n_attempts++
    a_job[i] = get("job_id"); a_stage[i] = get("stage"); a_task[i] = get("task_id"); a_number[i] = get("attempt")
    a_node[i] = get("node"); a_level[i] = get("locality"); a_launch[i] = get("launch_s"); a_finish[i] = get("finish_s")
    a_outcome[i] = get("outcome")
    key = a_job[i] SUBSEP a_stage[i]
    if (!(key in ready) || get("ready_s") < ready[key]) ready[key] = get("ready_s")
    if (a_finish[i] > done[key]) done[key] = a_finish[i]
    if (a_outcome[i] == "lost") lost[a_node[i]] = 1
}

# By submission, then as they stand.
function number_jobs(    i, k, j, s, next_stage) {
    for (i = 1; i < n_jobs; i++) {
        j = job[i]
        for (k = i - 1; k >= 0 && submit[job[k]] > submit[j]; k--) job[k + 1] = job[k]
        job[k + 1] = j
    }
    next_stage = 0
    for (i = 0; i < n_jobs; i++) {
        job_id[job[i]] = i
        for (s = 0; s < n_stages[job[i]]; s++) stage_id[job[i], s] = next_stage++
    }
}
# Attempts stand in order of launch.
END {
    executor_cores = value(words, "gpu", 1) < 1 ? 4 * slots : slots * value(words, "cpus", 1)
    number_jobs()
    for (i = 0; i < n_attempts; i++) task_id[i] = i
    begin_log()
    put_executors()
    if (has_cache) put_cache()
    for (i = 0; i < n_jobs; i++) put_job(job[i])
    for (i = 0; i < n_attempts; i++) put_task(i)
    line(end_s + 0.2, 90, event("ApplicationEnd", "\"Timestamp\":" stamp(end_s + 0.2)))
}
