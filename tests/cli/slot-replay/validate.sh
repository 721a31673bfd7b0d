# A log of the tasks record under a given cluster, fifo, no waits. By hand: two nodes of one slot. j (submitted at 0): three maps of
# 10, 10 and 8 s, the third after a failed attempt of 2 s, so 10 s are replayed; recorded it ended at 25, for it lay idle from 12 to
# 15 and from 10 on; replayed at 20: -20 %. Preferred n1, n2, n1: recorded node, node, any (n2 is in another rack); replayed task 2
# is launched when n1 is free at 10, all node-local. k (30): 4 s recorded, 4 s replayed. The makespan is 34 both times. p05 of
# the errors -0.2 and 0 is -0.19, p50 -0.1, p95 -0.01; the median of 25 and 4 is 14.5, of 20 and 4 12.
cat >log.csv <<'CSV'
job_id,submit_s,kind,task_id,hosts,node,rack,locality,launch_s,finish_s,outcome
j,0,map,0,n1,n1,r1,node,0,10,done
j,0,map,1,n2,n2,r2,node,0,10,done
j,0,map,2,n1,n1,r1,node,10,12,failed
j,0,map,2,n1,n2,r2,any,15,25,done
k,30,map,0,n1,n1,r1,node,30,34,done
CSV
sed -i 's/15,25,done/17,25,done/' log.csv
printf 'node,rack,slots\nn1,r1,1\nn2,r2,1\n' >cluster.csv
slot-replay --validate --cluster cluster.csv --preset spark-2 --offers heartbeat --delay none --order fifo log.csv >row.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i } NR == 2 { for (i = 1; i <= NF; i++) print name[i] "=" $i }' row.csv
# Two other models, by hand. Slots without end: j ends at 10, -60 %, k on time, so p05 is -0.57, p50 -0.3, p95 -0.03. sjf without a wait
# does here what fifo does, and the note says that the log cannot tell them apart. No first launch is given, for nothing is set up.
# What cannot be compared has a row that says why, the others theirs, and the exit status is 1.
printf 'job_id,submit_s,maps,map_s\nj,0,6,10\n' >jobs.csv
printf 'job_id,submit_s,task_id,duration_s\nj,0,0,10\n' >plain.csv
slot-replay --validate --cluster cluster.csv jobs.csv plain.csv log.csv | cut -d, -f1-5,40
# Without a cluster the nodes are those that attempts ran on, here one slot each, so the replay is the same; without nodes there is none.
slot-replay --validate --preset spark-2 --offers heartbeat --delay none --order fifo log.csv | tail -n 1 | cut -d, -f1-6,9-14
sed 's/,n[12],r[12]/,,/' log.csv >nowhere-ran.csv
slot-replay --validate nowhere-ran.csv | cut -d, -f1-5,40
for wrong in '--nodes 3' '--record summary' '--load 2' '--until 5' '--rejects x.csv' '--slots-per-node 2' '--runs 2' '--audit log.csv'; do
    slot-replay --validate --cluster cluster.csv $wrong log.csv
done
slot-replay --topology t.json --nodes 2 log.csv
slot-replay --validate --cluster cluster.csv nowhere.csv
