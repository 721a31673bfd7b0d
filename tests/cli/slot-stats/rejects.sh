printf 'job_id,response_s\na,1\nb,1x\nc,3\n' > r.csv
slot-stats --rejects bad.csv r.csv | cut -d, -f1-2
cat bad.csv
slot-stats --max-bad 0 r.csv
echo $?
slot-stats --rejects bad.csv r.csv r.csv
echo $?
