# Paired by run where both have it; a base without runs is paired with every run.
printf 'run,job_id,response_s\n1,a,10\n2,a,30\n' > base.csv
printf 'run,job_id,response_s\n1,a,5\n2,a,10\n' > new.csv
printf 'job_id,response_s\na,20\n' > one.csv
slot-stats --compare base.csv new.csv | cut -d, -f1-3,7,8
slot-stats --by run --compare one.csv new.csv | cut -d, -f1-4
slot-stats --compare base.csv one.csv
echo $?
# The line of the header, behind a comment.
{ echo '# a note'; cat one.csv; } >noted.csv
slot-stats --compare base.csv noted.csv
echo $?
