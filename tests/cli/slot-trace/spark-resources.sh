# Slots are cores / task.cpus, at most what other resources of a task allow (ResourceProfile.calculateTasksAndLimitingResource). By hand:
#   quarter    1 GPU, a quarter a task: 4, though there are 16 cores
#   third      1 GPU, 0.3 a task: 3 whole tasks share it
#   two        5 GPUs, 2 a task: 2
#   found      as the executor came with 3 addresses, a half a task: 6; the setting says 1
#   cores      8 GPUs, 1 a task, but 4 cores: 4
. "$TOP/tests/cli/slot-trace/spark-events"
with() { executor "$@" | sed "s/\"Total Cores\":$4/&,\"Resources\":{\"gpu\":{\"name\":\"gpu\",\"addresses\":[\"0\",\"1\",\"2\"]}}/"; }
log() { # NAME GPUS AMOUNT CORES
    { log_start 3.5.1; app_start "$1" 0
      settings "\"spark.executor.resource.gpu.amount\":\"$2\",\"spark.task.resource.gpu.amount\":\"$3\",\"spark.task.resource.fpga.vendor\":\"x\""
      if [ "$1" = found ]; then with 1 n1 100 "$4"; else executor 1 n1 100 "$4"; fi
      job 0 1000 0; stage 0 1 "" 1000; begin 0 0 0 1010 1 n1 PROCESS_LOCAL; end 2010 Success 0 0 0 0 1010 1 n1 PROCESS_LOCAL
      job_end 0 2010; app_end 3000; } >"$1"
    slot-trace --info "$1" | sed -n "s/^executor_slots,/$1 /p"
}
log quarter 1 0.25 16
log third 1 0.3 16
log two 5 2 16
log found 1 0.5 16
log cores 8 1 4
