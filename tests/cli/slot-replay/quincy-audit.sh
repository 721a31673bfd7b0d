# A log of quincy passes; one in which a task went too far too early, or was left beside a free slot, does not (rules Q1, Q2, Q3).
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,task,0,10,n1\nb,0.5,task,0,4,n1\nc,20,task,0,4,n2\n' >wait.csv
on='--placement trace --heartbeat 0 --nodes 2 --racks 2 --slots 1'
slot-replay $on --global quincy:share=none --emit attempts wait.csv >log.csv
audit() { slot-replay --quiet $on --global "$1" --audit "$2" wait.csv 2>&1; echo "$?"; }
audit quincy:share=none log.csv
echo "by what waiting for b really cost it was too early"
audit quincy:share=none,wait=0.05 log.csv
echo "under share=fair n2 would not have stood idle"
audit quincy log.csv
echo "c 1 s late"
sed 's/^c,\(.*\),20,20,,24,/c,\1,20,21,,25,/' log.csv >late.csv
cmp -s log.csv late.csv && echo "not changed"
audit quincy:share=none late.csv
slot-replay $on --global quincy:share=none --audit log.csv wait.csv
