# slot-replay's attempts are read back: b of 20 s waits for a's slot from 5 to 10 s; the reduce launches at once (--slowstart 0), copies for 2 s
# once the map has ended at 10 s, and computes for 3 s.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s,copy_s\na,0,1,10,1,3,2\nb,5,1,20,0,,\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --reduce-slots 1 --heartbeat 0 --order fifo --slowstart 0 --record attempts jobs.csv >log.csv
slot-trace log.csv | cut -d, -f 1,2,9-12,17-
slot-trace --info log.csv | grep -E '^(format|jobs,|maps,|reduces,|copy_s|submit_s|derived)'
slot-trace --record jobs log.csv | cut -d, -f 1-11
# Times that cannot be, and two runs in one file.
sed 's/,10,,30,/,40,,30,/' log.csv | slot-trace
sed '1s/^/run,/; 2,$s/^/1,/' log.csv | slot-trace
# The line of the header, behind a comment.
{ echo '# a note'; sed '1s/^/run,/; 2,$s/^/1,/' log.csv; } | slot-trace
