# rule J2: an id may be used again once its job has left the system, and not before. The third row is read at 15, when the second is submitted (rule J1);
# a ended at 10. In the second file a is read again at 0.
printf 'job_id,submit_s,maps,map_s\na,0,1,10\nb,15,1,1\na,20,1,10\n' | slot-replay --nodes 1 --heartbeat 0 | cut -d, -f1,4,6
printf 'job_id,submit_s,maps,map_s\na,0,1,10\na,5,1,10\n' | slot-replay --nodes 1 --heartbeat 0
echo "exit $?"
