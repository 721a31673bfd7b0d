# By hand, G3 and H6.2: when a cycle comes. Two nodes of a slot. a runs past its estimate of 5 s, b wants both nodes. f, 1 s, would have
# to end by 5, and waits. s is submitted at 7 and prepares for 50 s: that makes a cycle. a is then expected to end at 8 (G5.1), so f starts.
printf 'job_id,submit_s,maps,map_s,limit_s,setup_s\na,0,1,100,5,0\nb,1,2,10,10,0\nf,4.5,1,1,1,0\ns,7,1,0,1,50\n' >jobs.csv
with='--nodes 2 --slots 1 --width slots --order fifo --backfill easy'
slot-replay --quiet $with --attempts log.csv jobs.csv | cut -d, -f1,5,6
echo 'the log obeys the rules'
slot-replay $with --audit log.csv jobs.csv
echo 's takes no time, and starts at 10. It may not start in between, when nothing ends or comes'
printf 'job_id,submit_s,maps,map_s,limit_s\na,0,2,10,10\ns,1,1,0,1\n' >none.csv
slot-replay --quiet $with --attempts log.csv none.csv | cut -d, -f1,5,6
sed '/^s,/s/,10,,10,/,9,,9,/' log.csv >moved.csv
cmp -s log.csv moved.csv && echo 'nothing moved'
slot-replay $with --audit moved.csv none.csv
