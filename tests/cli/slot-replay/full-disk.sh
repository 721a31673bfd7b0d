# Every output must arrive. Large ones and small.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
awk 'BEGIN { print "job_id,submit_s,maps,map_s"; for (i = 0; i < 20000; i++) print "j" i "," i ",2,1" }' >many.csv
for f in jobs.csv many.csv; do
    slot-replay --nodes 2 $f >/dev/full; echo "exit $?"
    slot-replay --nodes 2 -o /dev/full $f; echo "exit $?"
    slot-replay --nodes 2 --attempts /dev/full $f >/dev/null; echo "exit $?"
    slot-replay --nodes 2 --timeline /dev/full $f >/dev/null; echo "exit $?"
    slot-replay --nodes 2 --record summary $f >/dev/full; echo "exit $?"
done
