# `make demo TRACE=...` makes up no cluster, load or wait. A log with nodes is replayed on them: three in this one, of 72 block readers. SWF has
# no locality, so there is no wait and no penalty. A jobs file keeps its own times. Before, all three had 600 nodes and a load of 80 %.
demo() { OUT=$PWD/$1 bash "$TOP/plots/demo.sh" "$2" >"$1.txt" 2>"$1.err"; }
made_up() { grep -cE -- '--load [0-9.]*[02-9]|--load 1[0-9.]|fills [0-9]* %' "$1.txt"; }
demo log "$TOP/traces/recorded-tasks.csv"
echo "log: status $?, made up $(made_up log), nodes of its own $(grep -c -- '--nodes' log.txt)"
grep -c -- '--as-recorded' log.txt
grep -o 'the log [0-9.]*% of [0-9]* tasks' log.txt
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
