# Waits in every way that Spark takes them (a bare number is milliseconds), what falls back to what, and the reset rule by
# version and by the setting that brings the old one back.
. "$TOP/tests/cli/slot-trace/spark-events"
try() { { log_start "$1"; app_start app_1 0; settings "$2"; app_end 1; } | slot-trace --info | sed -n 's/^\(locality_[a-z_]*\|delay\|task_cpus\),//p' | paste -sd ' '; }
try 3.0.3 ''
try 3.1.0 '"spark.locality.wait":"0"'
try 3.5.1 '"spark.locality.wait":"1500","spark.locality.wait.process":"250ms","spark.locality.wait.node":"1min","spark.locality.wait.rack":"2h"'
try 4.0.0 '"spark.locality.wait":"5s","spark.locality.wait.legacyResetOnTaskLaunch":"true","spark.task.cpus":"2"'
try 2.4.8-amzn-1 '"spark.locality.wait":"soon","spark.locality.wait.rack":"1d"'
