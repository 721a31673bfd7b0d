# a ends at 10, b runs to 30: the means of a summary that --until cut are of a alone, and how many they leave out is said.
printf 'job_id,submit_s,maps,map_s\na,0,1,10\nb,0,1,30\n' >jobs.csv
for until in 20s 30s; do slot-replay --nodes 2 --heartbeat 0 --until $until --record summary jobs.csv | cut -d, -f1-4; done
