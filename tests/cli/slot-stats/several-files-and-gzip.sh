# Rows of all files together, whatever the order of their columns.
printf 'job_id,response_s\na,1\n' | gzip > one.csv.gz
printf 'response_s,user,job_id\r\n3,u,b\r\n' > two.csv
slot-stats one.csv.gz two.csv | cut -d, -f1-5
slot-stats - < two.csv | cut -d, -f1-2
