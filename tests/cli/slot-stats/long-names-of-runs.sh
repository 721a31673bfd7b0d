# Runs whose names are alike in their first hundred bytes are two.
long=$(printf 'x%.0s' $(seq 100))
printf 'run,job_id,response_s\n%s1,a,10\n%s1,b,20\n%s2,a,14\n%s2,b,22\n' "$long" "$long" "$long" "$long" >runs.csv
slot-stats --over-runs runs.csv | cut -d, -f1-3,6
printf 'job_id,response_s\na,20\nb,20\n' >base.csv
slot-stats --over-runs --compare base.csv runs.csv | cut -d, -f1-3
