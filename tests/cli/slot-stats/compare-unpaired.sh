# Jobs in one file only are counted on standard error; so is a pair without a response.
printf 'job_id,response_s\na,10\nb,20\nc,\nd,4\n' > base.csv
printf 'job_id,response_s\na,5\nx,1\nc,7\ny,1\n' > new.csv
slot-stats --compare base.csv new.csv | cut -d, -f1-3
slot-stats --quiet --compare base.csv new.csv | cut -d, -f1-3
