# Run means by hand: 2 and 6, their mean 4; t(0.975,1) = 12.7062 times sd 2.82843 / sqrt(2) gives 4 -+ 25.4124.
printf 'run,seed,job_id,response_s\n1,9,a,1\n1,9,b,3\n2,8,a,6\n' > r.csv
slot-stats --over-runs r.csv | cut -d, -f1-8
slot-stats --by run r.csv | cut -d, -f1-5
printf 'job_id,response_s\na,1\n' > plain.csv
slot-stats --over-runs plain.csv
echo $?
