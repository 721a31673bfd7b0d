# --as-recorded, by hand. Two nodes of one slot in two racks. j (0 s): maps 0 and 1 ran on n1 and n2 for 10 s, map 2 of n1 ran on n2 from 10 to
# 30: 20 s at any. k follows at 40 s. Replayed by fifo without a wait, map 2 goes at 10 to n1, which is offered first: node-local, 20 s as
# recorded, and 10 s if distance costs twice. With n1 gone from the cluster it is at any again and takes 20 s again, never 40; k, 4 s on its node, takes 8.
cat >log.csv <<'CSV'
job_id,submit_s,kind,task_id,hosts,node,rack,locality,launch_s,finish_s,outcome
j,0,map,0,n1,n1,r1,node,0,10,done
j,0,map,1,n2,n2,r2,node,0,10,done
j,0,map,2,n1,n2,r2,any,10,30,done
k,40,map,0,n1,n1,r1,node,40,44,done
CSV
replay() { slot-replay --quiet --as-recorded --preset spark-2 --offers heartbeat --delay none --order fifo "$@"; }
replay log.csv | cut -d, -f1,4-7,13-15
replay --penalty any=2 --record attempts log.csv | cut -d, -f1,4,7,9,11,13
printf 'node,rack,slots\nn1,r1,0\nn2,r2,1\n' >far.csv
replay --penalty any=2 --cluster far.csv --record attempts log.csv | awk -F, '$4 == 2 || $1 == "k" { print $1, $4, $9, $13 - $11 }'
# The rows are those of any replay: jobs, summary, decisions, a timeline; and two of them can be compared.
replay --record summary log.csv | cut -d, -f1-3
replay --record decisions log.csv | wc -l
replay -o as-it-was.csv --timeline t.csv log.csv && wc -l <t.csv
replay --order sjf -o sjf.csv log.csv && slot-stats --compare as-it-was.csv sjf.csv | sed -n 1p | cut -d, -f1-2
# What had to be assumed is said. The same numbers stand in the row of --validate.
slot-replay --as-recorded --record summary log.csv | cut -d, -f1-3
slot-replay --validate log.csv | cut -d, -f1,3,10,29-30
# A trace without records, two logs, options that have no place here.
printf 'job_id,submit_s,task_id,duration_s\nj,0,0,10\n' >plain.csv
slot-replay --as-recorded plain.csv
slot-replay --as-recorded log.csv log.csv
for wrong in '--nodes 3' '--rejects x.csv' '--validate' '--cluster far.csv --slots-per-node 2' '-o log.csv'; do
    slot-replay --as-recorded $wrong log.csv
done
# A piped trace names no host for what ran away from its data, as Spark's logs do not. It says so; placement drawn anew needs none.
cut -d, -f1-4,6-11 log.csv >piped.csv
slot-replay --cluster far.csv --placement trace --record summary piped.csv | cut -d, -f1,10-12
slot-replay --cluster far.csv --placement uniform --record summary piped.csv | cut -d, -f1-2
