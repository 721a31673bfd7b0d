# Pool q takes 1.2 times as long, pool p as long as before: whatever else is written, the limit of 12 % is passed in a group.
awk 'BEGIN { x = 7; print "job_id,pool,submit_s,response_s" > "base.csv"; print "job_id,pool,submit_s,response_s" > "new.csv"
    for (i = 0; i < 600; i++) {
        x = (x * 16807) % 2147483647; pool = x % 2 ? "p" : "q"; x = (x * 16807) % 2147483647; s = 1 + x % 1000
        printf "j%d,%s,%d,%d\n", i, pool, i, s > "base.csv"; printf "j%d,%s,%d,%.1f\n", i, pool, i, pool == "q" ? 1.2 * s : s > "new.csv"
    } }'
for form in '' --words '--worst 1'; do
    slot-stats --by pool $form --fail-if-slower 12% --compare base.csv new.csv; echo $?
done
echo the unit is that of the column:
sed 's/response_s/map_bytes/' base.csv >base-bytes.csv; sed 's/response_s/map_bytes/' new.csv >new-bytes.csv
slot-stats --col map_bytes --words --compare base-bytes.csv new-bytes.csv | tail -n 1
