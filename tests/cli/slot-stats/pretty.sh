# --pretty of every program that prints a small table; the rows are those of the CSV, and a program that reads rows gets none of it.
t=$TOP/traces
slot-stats --pretty --by pool --col response_s --quantiles 0.5 "$TOP/plots/examples/hfs.csv"
slot-fair --pretty --total-slots 100 "$t/fair-scheduler.xml" | grep -E '^(pool|fair_share|bound_by) '
slot-fair --pretty --total-slots 100 --explain "$t/fair-scheduler.xml" | sed -n 1p
slot-delay bound --pretty --nodes 100 --tasks 3,20 --skips 23
slot-delay rates --pretty "$t/recorded-tasks.csv" | head -n 3
slot-trace --info --pretty "$t/tr-bm.csv" | head -n 3
slot-replay --nodes 20 --record summary --runs 2 -j 2 --pretty "$t/tr-bm.csv" | head -n 3
slot-replay --nodes 20 --record summary --pretty -o table --attempts attempts.csv "$t/tr-bm.csv"
head -n 1 table attempts.csv | cut -c 1-30
# The id of a cell is a digest of its command, so the trace is named without a directory.
cp "$t/tr-bm.csv" .
slot-sweep --quiet --out waits --set wait=0,3 -- slot-replay --nodes 20 --delay wait:{wait}s --record summary tr-bm.csv >rows.csv
slot-sweep --pretty --out waits --set wait=0,3 --list -- slot-replay --nodes 20 --delay wait:{wait}s --record summary tr-bm.csv
slot-sweep --out other --set wait=0,3 -- slot-replay --nodes 20 --delay wait:{wait}s --record summary --pretty tr-bm.csv
slot-gen --pretty --jobs 2
