# Every kind of damage once, each told with its line; none ends the import.
. "$TOP/tests/cli/slot-trace/spark-events"
{
    log_start 3.2.1; app_start app_1 0                       # 1, 2
    executor 1 n1 10 4                                       # 3
    job 0 1000 0; stage 0 5 '' 1001                          # 4, 5
    echo '{"Event":"SparkListenerTaskStart","Stage ID":0,'   # 6: not JSON
    echo '{"Event":"SomethingElse","x":1}'                   # 7: unknown, and fine
    begin 1 0 0 900 1 n1 ANY                                 # 8: before its stage, told with its end
    end 2000 Success 0 1 0 0 900 1 n1 ANY                    # 9
    end 2000 Success 0 1 0 0 900 1 n1 ANY                    # 10: ends twice
    end 2100 Success 0 2 1 0 1900 1 n1 ANY                   # 11: never started
    begin 3 2 0 2200 1 n1 ANY                                # 12
    end 2150 Success 0 3 2 0 2200 1 n1 ANY                   # 13: ends before it starts
    begin 4 3 0 2300 1 n1 ANY                                # 14: never ends
    begin 5 4 0 200 1 n1 ANY                                 # 15: the clock goes back by two seconds
    end 2400 Success 0 5 4 0 200 1 n1 ANY                    # 16: before its stage, too
    stage_end 0 5 '' 1001 0 2500                             # 17: 4 of 5 tasks done
    echo '{"Event":"SparkListenerTaskEnd","Stage ID":0}'     # 18: no task in it
    job_end 0 2600; job_end 7 2700                           # 19, 20: an end without a start
    printf '{"Event":"SparkListenerJobSta'                   # 21: cut short
} >log
slot-trace log | cut -d, -f1,10,11,20-22
slot-trace --check log | grep -v ',0,$'
slot-trace --check --max-bad 20 log | tail -1
slot-trace --rejects bad log >rows.csv; cat bad
slot-trace --max-bad 1 log >rows.csv; echo "exit $?"
printf '%s\n' '{"name":"r","children":[{"name":"rack1","children":[{"name":"n2"}]}]}' >topology.json
slot-trace --topology topology.json --check log | grep host_without
head -n 5 log | slot-trace --check; echo "exit $?"
