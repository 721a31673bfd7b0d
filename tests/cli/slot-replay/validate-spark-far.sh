# Two stages at ANY alone, and a log that names no preferences; waits of 3 s, both ready at 1 s. A stage without a host among the executors has no
# level but ANY, and waits for none (TaskSetManager.computeValidLocalityLevels). So neither may have begun before 4 s, and one has to have begun
# then, up to a revival (1 s) later: then they preferred hosts that were full, and the days of slot-advise draw them. By hand, wishing_tasks.
. "$TOP/tests/cli/slot-trace/spark-events"
log() { # WAIT, LAUNCH of the first task, of the second
    log_start 3.5.1; app_start "far-$2-$3" 0; settings "\"spark.locality.wait\":\"$1\""
    executor 1 n1 100 1; executor 2 n2 100 1
    n=0
    for launch in "$2" "$3"; do
        job $n 1000 $n; stage $n 1 "" 1000
        begin $n 0 $n "$launch" 1 n1 ANY; end $((launch + 50)) Success 1000 $n 0 $n "$launch" 1 n1 ANY
        job_end $n $((launch + 50)); n=$((n + 1))
    done
    app_end $((launch + 60))
}
for times in '3s 4000 4100' '3s 1000 4100' '3s 3900 4100' '3s 4000 9000' '3s 5100 9000' '3s 5300 9000' '0s 4000 4100'; do
    # shellcheck disable=SC2086 # words
    log $times >log
    slot-replay --quiet --validate log 2>/dev/null | awk -F, -v of="$times" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "wishing_tasks") at = i; next }
        { gsub(/"[^"]*"/, "text"); print of ": " $at }'
done
