# A run that fails leaves none of its files behind, nor temporaries, and an older file of that name as it was.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\nb,5,1,x\n' >jobs.csv
echo older >kept.csv
slot-replay --nodes 2 -o out.csv --attempts a.csv --timeline t.csv jobs.csv; echo "exit $?"
slot-replay --nodes 2 -o kept.csv jobs.csv 2>&1; echo "exit $?"
slot-replay --nodes 2 --order none -o kept.csv jobs.csv 2>/dev/null; echo "exit $?"
slot-replay --nodes 2 -o absent/out.csv jobs.csv 2>&1; echo "exit $?"
cat kept.csv
ls -A
