printf 'job_id,response_s\na,1\n' > r.csv
slot-stats r.csv > /dev/full
echo $?
slot-stats --quiet r.csv | true
slot-stats -o out.csv --by job_id r.csv && cut -d, -f1-2 out.csv
slot-stats -o out.csv --by pol r.csv || cut -d, -f1 out.csv
slot-stats -o no/such/dir.csv r.csv
echo $?
