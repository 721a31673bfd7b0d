# rules O21, O22: n2 is away from 5 to 25 and stays a's: a's lost map runs on n1 from 10 on, and b, who wants both, waits for a's end at 20 and for n2's return.
# c wants both too and has them from 35 on.
printf 'node,rack,map_slots,reduce_slots,from_s,to_s\nn1,r1,1,1,,\nn2,r1,1,1,0,5\nn2,r1,1,1,25,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,2,10\nb,1,2,10\nc,2,1,10\n' >jobs.csv
slot-replay --cluster cluster.csv --heartbeat 0 --order hod:2 --record attempts jobs.csv | tail -n +2 | cut -d, -f1,4,5,7,10,11,13,14
echo "--- never again as many nodes as b asks for"
printf 'node,rack,map_slots,reduce_slots,from_s,to_s\nn1,r1,1,1,,\nn2,r1,1,1,0,5\n' >cluster.csv
slot-replay --cluster cluster.csv --heartbeat 3s --order hod:2 jobs.csv >/dev/null; echo "exit $?"
printf 'job_id,submit_s,maps,map_s\na,0,1,3\nb,1,1,10\n' >jobs.csv
printf 'node,rack,map_slots,reduce_slots,from_s,to_s\nn1,r1,1,1,0,6\nn2,r1,1,1,,\n' >cluster.csv
slot-replay --cluster cluster.csv --order hod:1 jobs.csv | cut -d, -f1,6
echo "--- a's one node, n1, goes while a runs"
printf 'job_id,submit_s,maps,map_s\na,0,1,13\nb,1,1,10\n' >jobs.csv
slot-replay --cluster cluster.csv --order hod:1 jobs.csv >/dev/null; echo "exit $?"
echo "--- rule H2: a ends at 2.5 and the node is b's; its slot is free at its heartbeat at 4"
printf 'job_id,submit_s,maps,map_s\na,0,1,2.5\nb,0,1,2\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 2s --out-of-band no --order hod:1 --record attempts jobs.csv | tail -n +2 | cut -d, -f1,7,10,11,13
