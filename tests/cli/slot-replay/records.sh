# The columns of each record are INTERFACES' (slotwise-csv(5)), with one kind of slot too.
printf 'job_id,submit_s,maps,map_s\nj,0,1,10\n' >jobs.csv
for record in jobs attempts timeline summary; do
    slot-replay --nodes 1 --heartbeat 0 --record $record jobs.csv | sed -n 1p
done
slot-replay --nodes 1 --slots-per-node 1 --heartbeat 0 --record timeline jobs.csv | sed -n 1p
# --attempts and --timeline write the same rows as --record.
slot-replay --nodes 1 --heartbeat 0 --record attempts jobs.csv >a1.csv
slot-replay --nodes 1 --heartbeat 0 --record timeline jobs.csv >t1.csv
slot-replay --nodes 1 --heartbeat 0 --attempts a2.csv --timeline t2.csv -o jobs-out.csv jobs.csv
cmp a1.csv a2.csv && cmp t1.csv t2.csv && cat jobs-out.csv
