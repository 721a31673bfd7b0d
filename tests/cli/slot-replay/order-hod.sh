# rules O20, O21, O22, O23, O24: private clusters by hand: 4 nodes of one map slot, tasks of 10 s, one replica anywhere.
# Each job has 2 nodes. a and b have n1, n2 and n3, n4 from their submission on; a's second node idles from 10 to 20, and b's third map waits for its own
# nodes although n2 is idle. c and d wait from 2 and 3 on; at 20 a gives its nodes back, d goes first for its priority. At 21 b ends, and c is in.
printf 'job_id,submit_s,pool,priority,maps,map_s\na,0,p,,3,10\nb,1,p,,3,10\nc,2,q,,2,10\nd,3,q,high,2,10\n' >jobs.csv
four='--nodes 4 --map-slots 1 --reduce-slots 1 --heartbeat 0'
rows() { tail -n +2 | cut -d, -f1,4,7,10,11; }
slot-replay $four --order hod:2 --record attempts jobs.csv | rows
echo "--- the first in the queue is not overtaken: c asks for 3 nodes, d, which has come after, for the one that is free"
printf 'pool,nodes\np,2\nq,1\nr,3\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,2,10\nb,0,q,1,30\nc,1,r,3,10\nd,2,q,1,10\n' >ask.csv
slot-replay $four --order hod:4 --pools pools.csv --record attempts ask.csv | rows
echo "--- pools: p has n1 and n2, a before b on them; q has n3 and n4, and d, for all its priority, what c leaves"
slot-replay $four --order hod:2,pool --record attempts jobs.csv | rows
echo "--- c comes as a, the last of its pool, ends: they keep their nodes, and b waits for the end of d at 22"
printf 'job_id,submit_s,pool,maps,map_s,after_job\na,0,p,1,10,\nb,1,q,1,10,\nc,,p,1,10,a\nd,12,p,1,10,\n' >last.csv
slot-replay $four --order hod:3,pool --record attempts last.csv | rows
echo "--- a node in each rack: n1, n2, n3 are r1, n4 is r2, n5 and n6 r3. a has n1, n4, n5; b wants 3, and n2, n3, n6 are not in all racks; c's 5 are n1, n4, n5, n2, n6"
printf 'node,rack,map_slots,reduce_slots\nn1,r1,1,1\nn2,r1,1,1\nn3,r1,1,1\nn4,r2,1,1\nn5,r3,1,1\nn6,r3,1,1\n' >cluster.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,3,10\nb,0,q,3,10\nc,30,r,9,10\n' >racks.csv
printf 'pool,nodes\np,3\nq,3\nr,5\n' >pools.csv
slot-replay --cluster cluster.csv --heartbeat 0 --order hod:3,per-rack --pools pools.csv --record attempts racks.csv | rows
echo "--- in cluster order: a has n1 to n3, b n4 to n6"
slot-replay --cluster cluster.csv --heartbeat 0 --order hod:3 --pools pools.csv --record attempts racks.csv | rows | head -n 6
