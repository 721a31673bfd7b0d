# Jobs overlap; the first to be submitted is the last to end, and still the first to be given out. A stage that both
# list belongs to the first. Resubmitted: the success before is lost, and counts no more.
. "$TOP/tests/cli/slot-trace/spark-events"
{
    log_start 1.6.1; app_start app_1 0
    executor 1 n1 10 4
    job 0 1000 0,1; job 1 1500 0,2
    stage 0 1 '' 1001
    begin 1 0 0 1100 1 n1 PROCESS_LOCAL; end 1200 Success 0 1 0 0 1100 1 n1 PROCESS_LOCAL
    ev TaskEnd "\"Task End Reason\":{\"Reason\":\"Resubmitted\"},$(task 1 0 0 1100 1 n1 PROCESS_LOCAL),\"Finish Time\":$(ms 1200)}"
    begin 2 0 0 1300 1 n1 PROCESS_LOCAL 1; end 1400 Success 0 2 0 0 1300 1 n1 PROCESS_LOCAL 1
    stage_end 0 1 '' 1001 0 1400
    stage 2 1 0 1600; begin 3 0 2 1610 1 n1 ANY; end 1700 Success 0 3 0 2 1610 1 n1 ANY
    stage_end 2 1 0 1600 0 1700; job_end 1 1701
    stage 1 1 0 1800; begin 4 0 1 1810 1 n1 ANY; end 1900 Success 0 4 0 1 1810 1 n1 ANY
    stage_end 1 1 0 1800 0 1900; job_end 0 1901; app_end 2000
} >log
slot-trace log | cut -d, -f1,2,7,8,10,20-22
slot-trace --check log | tail -1
slot-trace --info log | grep reset
