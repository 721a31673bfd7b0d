# What of a stage's time before its first launch was the driver's. By hand:
#   behind   submitted at 1.005 beside a job that takes both slots at 1.02: ready then, 0.015 s, though it is launched at 121.02
#   alone    nothing else is launched and slots are free: 0.3 s
#   near     its task waits 2 s for its own host, while n2 is free: the driver was ready at once
#   own      n1, where it is launched, has a free slot all the while: 0.5 s
#   new      it waits 4 s for an executor that comes: no set-up, though one that was there before is free on another host
. "$TOP/tests/cli/slot-trace/spark-events"
two() { log_start 3.5.1; app_start "$1" 0; settings '"spark.locality.wait":"10s"'; executor 1 n1 100 "${2:-1}"; executor 2 n2 100 1; }
first() { job "$1" "$2" "$1"; stage "$1" 1 "" "$3"; }
{
    two behind 1; first 0 1000 1000; first 1 1005 1005
    begin 0 0 0 1020 1 n1 PROCESS_LOCAL; begin 1 1 0 1020 2 n2 PROCESS_LOCAL
    end 121020 Success 0 0 0 0 1020 1 n1 PROCESS_LOCAL; end 121020 Success 0 1 1 0 1020 2 n2 PROCESS_LOCAL
    begin 2 0 1 121020 1 n1 PROCESS_LOCAL; end 122020 Success 0 2 0 1 121020 1 n1 PROCESS_LOCAL
    job_end 0 121030; job_end 1 122030; app_end 123000
} >behind
{
    two alone 1; first 0 1000 1000
    begin 0 0 0 1300 1 n1 PROCESS_LOCAL; end 2300 Success 0 0 0 0 1300 1 n1 PROCESS_LOCAL; job_end 0 2310; app_end 3000
} >alone
{
    two near 1; first 0 1000 1000
    begin 0 0 0 1000 1 n1 NODE_LOCAL; first 1 1500 1500; end 3500 Success 64 0 0 0 1000 1 n1 NODE_LOCAL
    begin 1 0 1 3500 1 n1 NODE_LOCAL; end 4500 Success 64 1 0 1 3500 1 n1 NODE_LOCAL
    job_end 0 3510; job_end 1 4510; app_end 5000
} >near
{
    two own 2; first 0 1000 1000
    begin 0 0 0 1000 1 n1 NODE_LOCAL; first 1 1500 1500
    begin 1 0 1 2000 1 n1 NODE_LOCAL; end 4500 Success 64 1 0 1 2000 1 n1 NODE_LOCAL
    end 4600 Success 64 0 0 0 1000 1 n1 NODE_LOCAL; job_end 0 4610; job_end 1 4610; app_end 5000
} >own
{
    two new 1; first 0 1000 1000; executor 3 n3 5000 1
    begin 0 0 0 5000 3 n3 NODE_LOCAL; end 6000 Success 64 0 0 0 5000 3 n3 NODE_LOCAL; job_end 0 6010; app_end 7000
} >new
for log in behind alone near own new; do
    slot-trace --record tasks "$log" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["job_id"], $at["launch_s"], $at["setup_s"] }'
done
# Under another order the job behind no longer waits: its first launch is not given by the log.
for order in fifo sjf; do
    slot-replay --quiet --as-recorded --offers heartbeat --delay none --order $order behind | cut -d, -f1,5 | grep behind/1
done
