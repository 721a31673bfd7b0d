# rules S9 S11 J5 O6 A2: what held a job back, without a slot being offered to it.
# J5: pool p admits one job; b waits for a to end at 10. O6: pool q runs one task at most: c's second task waits at 0, and its third at 5.
cat >pools.csv <<P
pool,max_share,max_jobs
p,,1
q,1,
P
cat >jobs.csv <<J
job_id,submit_s,pool,maps,map_s
a,0,p,1,10
b,0,p,1,10
c,0,q,3,5
J
slot-replay --nodes 4 --slots 1 --pools pools.csv --heartbeat 0 --emit decisions jobs.csv
# A2: 2 reducers a node, one of a job may copy: the second of d waits until the first has copied, at 1 + 2 = 3.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nd,0,1,1,2,2,5\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --reduce-slots 2 --admit cpac:2,1 --heartbeat 0 --slowstart 1 --emit decisions jobs.csv
# O21: private clusters of two nodes on three: b waits for a to give its nodes back at 10.
printf 'job_id,submit_s,maps,map_s\na,0,2,10\nb,1,2,10\n' >jobs.csv
slot-replay --nodes 3 --slots 1 --order hod:2 --heartbeat 0 --replication 3 --emit decisions jobs.csv
