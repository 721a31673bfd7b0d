try() { slot-stats "$@"; echo $?; }
printf 'job_id,response_s\na,10\na,20\n' > twice.csv
printf 'job_id,response_s\na,10\n' > a.csv
printf 'job_id,response_s\nb,10\n' > b.csv
printf 'jobid,response_s\nb,10\n' > c.csv
printf 'job_id,response_s\n' > none.csv
try --compare twice.csv a.csv
try --compare a.csv twice.csv
try --compare a.csv b.csv
try --compare a.csv c.csv
try --compare none.csv a.csv
try --compare missing.csv a.csv
try --compare a.csv --col response_s,response_s a.csv
slot-stats --compare --words a.csv b.csv; echo $?
