# rules S14, S14.1, S14.2, S14.3, S14.4, S14.5: --waits. Sums are those of launch - ready in the log of attempts; each reason is worked out beside its case.
log() { slot-replay --quiet --waits w.csv --attempts a.csv -o /dev/null "$@"; }
# of each job: task_s of the waits but for the time before it is admitted, and what its attempts waited
same() { awk -F, 'FNR == 1 { f++; next } f == 1 && $4 != "not-admitted" { w[$1] += $6 } f == 2 { a[$1] += $11 - $10 } END { for (j in a) { n++; if ((w[j] - a[j]) ^ 2 > 1e-18 * a[j] ^ 2) print j, w[j], a[j] } print n " jobs" }' w.csv a.csv; }
log --nodes 20 --preset naive-fair "$TOP/traces/tr-bm.csv"; same
log --nodes 20 --preset capacity "$TOP/traces/tr-bm.csv"; same
log --nodes 20 --order fifo --delay none --heartbeat 0 "$TOP/traces/tr-bm.csv"; same
log --nodes 5 --slots-per-node 2 --preset spark-3 --speed-sigma 0.5 "$TOP/traces/tr-bm.csv"; same
slot-stats --by reason --columns reason,n_rows,sum_task_s w.csv
echo '--- one kind of each'
printf 'pool,max_share,max_jobs\na,1,\nb,,1\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,2,10\nb1,0,b,1,10\nb2,0,b,3,10\n' >j.csv
slot-replay --nodes 4 --slots-per-node 1 --heartbeat 0 --order hfs --pools p.csv --waits w.csv -o /dev/null j.csv; cat w.csv
echo '--- 5 s for a node with its data, and 10 s until a slot is free'
printf 'job_id,submit_s,task_id,duration_s,hosts,kind\na,0,t,20,n1,task\nb,1,t,10,n1,task\nb,1,u,10,n1,task\nc,2,t,10,,task\n' >j.csv
slot-replay --nodes 2 --slots-per-node 1 --heartbeat 0 --placement trace --order fifo --delay wait:5s,5s,clock --waits w.csv -o /dev/null j.csv; cat w.csv
echo '--- owed, and nobody may lose a task: 3 jobs of one task under the rule of the TR; by a user limit; by a quota that is not lent'
printf 'pool,min_share\na,1\nb,\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\nb1,0,b,1,200\nb2,0,b,1,200\nb3,0,b,1,200\na,10,a,1,10\n' >j.csv
slot-replay --nodes 3 --slots-per-node 1 --heartbeat 0 --order hfs --pools p.csv --preempt kill:20s,never,tr --waits w.csv -o /dev/null j.csv 2>&1; cat w.csv
slot-replay --quiet --nodes 3 --slots-per-node 1 --heartbeat 0 --order hfs --pools p.csv --preempt kill:20s,never,tr --explain a j.csv
printf 'pool,capacity,user_limit\na,0.5,0.5\nb,0.5,\n' >p.csv
printf 'job_id,submit_s,pool,user,maps,map_s\na,0,a,ann,4,10\n' >j.csv
slot-replay --nodes 8 --slots-per-node 1 --heartbeat 0 --order capacity --pools p.csv --waits w.csv -o /dev/null j.csv; cat w.csv
printf 'pool,quota,lending_limit\na,3,0\nb,0,\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\nb,0,b,2,10\n' >j.csv
slot-replay --nodes 4 --slots-per-node 1 --heartbeat 0 --order quota --pools p.csv --waits w.csv -o /dev/null j.csv; cat w.csv
echo '--- the same pools, where it is not the quota: a task takes all of a node'"'"'s memory, so the second of two on a node waits for no-space'
printf 'job_id,submit_s,pool,maps,map_s,task_memory\na,0,a,2,10,1073741824\n' >j.csv
slot-replay --nodes 1 --slots-per-node 4 --node-memory 1G --heartbeat 0 --order quota --pools p.csv --waits w.csv -o /dev/null j.csv; cat w.csv
echo '--- wide jobs: c would fit, but would hold up the reservation of b'
printf 'job_id,submit_s,maps,map_s,job_nodes,limit_s\na,0,3,100,3,100\nb,1,4,10,4,10\nc,2,1,200,1,200\n' >j.csv
slot-replay --nodes 4 --slots-per-node 1 --width slots --heartbeat 0 --order fifo --backfill easy --waits w.csv -o /dev/null j.csv; cat w.csv
echo '--- b has two tasks of three slots each: 10 s are 20 task seconds, as its attempts say'
printf 'job_id,submit_s,maps,map_s,job_cpus,job_nodes,limit_s\na,0,1,10,6,2,10\nb,0,1,5,6,2,5\n' >j.csv
slot-replay --nodes 2 --slots-per-node 4 --width slots --order fifo --waits w.csv --attempts a.csv -o /dev/null j.csv; cat w.csv; same
