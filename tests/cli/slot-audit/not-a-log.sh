# What cannot be audited: no file, an empty one, other columns, rows that cannot be read; and options that would write something.
printf 'job_id,submit_s,maps,map_s\na,0,2,1\n' >jobs.csv
slot-replay --attempts log.csv --nodes 2 jobs.csv >/dev/null
: >empty.csv
cut -d, -f1-5 log.csv >cut.csv
sed 's/,done/,done,more/' log.csv >long.csv
for log in no-such.csv empty.csv cut.csv long.csv jobs.csv; do
    slot-audit $log slot-replay --nodes 2 jobs.csv 2>&1
    echo "exit $?"
done
slot-audit log.csv slot-replay --nodes 2 no-such.csv 2>&1
slot-audit log.csv slot-replay --nodes 2 --attempts again.csv jobs.csv 2>&1
echo "exit $?"
