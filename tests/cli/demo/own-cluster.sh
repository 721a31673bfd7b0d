# `make demo TRACE=...` makes up no cluster, load or wait. A log with nodes is replayed on them: three in this one, of 72 block readers. SWF has
# no locality, so there is no wait and no penalty. A jobs file keeps its own times. Before, all three had 600 nodes and a load of 80 %.
demo() { OUT=$PWD/$1 bash "$TOP/plots/demo.sh" "$2" >"$1.txt" 2>"$1.err"; }
made_up() { grep -cE -- '--load [0-9.]*[02-9]|--load 1[0-9.]|fills [0-9]* %' "$1.txt"; }
demo log "$TOP/traces/recorded-tasks.csv"
echo "log: status $?, made up $(made_up log), nodes of its own $(grep -c -- '--nodes' log.txt)"
grep -c -- '--as-recorded' log.txt
grep -o 'Cannot tell. The replay of the log as it was is off by -11.6 %' log.txt
demo swf "$TOP/traces/sample.swf"
echo "swf: status $?, made up $(made_up swf), waits $(grep -cE -- '--delay (wait|spark)' swf.txt), penalties $(grep -c -- '--penalty' swf.txt)"
demo jobs "$TOP/traces/warehouse-60.csv"
echo "jobs: status $?, made up $(made_up jobs)"
# A log in which no job ends can be replayed and not compared.
demo google "$TOP/traces/google2011.csv"
echo "google: status $?, $(grep -c 'cannot tell' google.txt) reason"
# The load is to be had by asking.
UTILISATION=50 demo asked "$TOP/traces/warehouse-60.csv"
grep -o 'so that the work fills [0-9]* %' asked.txt
# A Spark log is replayed by Spark's own offers, and under other waits of theirs. By hand: recorded, both tasks run on n1, 1 to 3 and 3 to 4 s;
# without a wait the second runs on n2, 1 to 2: 2 s instead of 3.
( . "$TOP/tests/cli/slot-trace/spark-events"
  log_start 3.5.0; app_start app_1 0; settings ''; executor 1 n1 100 1; executor 2 n2 100 1
  job 0 1000 0; stage 0 2 '' 1000
  begin 0 0 0 1000 1 n1 NODE_LOCAL; end 3000 Success 64 0 0 0 1000 1 n1 NODE_LOCAL
  begin 1 1 0 3000 1 n1 NODE_LOCAL; end 4000 Success 64 1 1 0 3000 1 n1 NODE_LOCAL
  stage_end 0 2 '' 1000 0 4000; job_end 0 4000; app_end 5000 ) >app
demo spark "$PWD/app"
status=$?
echo "spark: status $status, replays under other waits $(grep -c -- '--delay spark:' spark.txt), without one $(awk -F, 'NR == 2 { print $4 }' spark/no-wait-gain.csv) times as fast"
