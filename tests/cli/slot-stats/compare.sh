# Gains by hand: a 10/5 = 2, b 20/40 = 0.5, c 30/30 = 1; of the sums 60/75 = 0.8, beside a mean difference of 5.
printf 'job_id,maps,response_s\na,1,10\nb,1,20\nc,90,30\n' > base.csv
printf 'job_id,maps,response_s\nc,90,30\nb,1,40\na,1,5\n' > new.csv
slot-stats --compare base.csv new.csv
slot-stats --by bins --compare base.csv new.csv
