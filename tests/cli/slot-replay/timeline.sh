# rules S1, S4, T4: 4 map slots and 1 reduce slot. p (weight 1) wants 6 maps and q (weight 3) wants 1: fair shares 3 and 1, steady 1 and 3. At 10 four
# maps are done (the state is that after everything at that instant), p runs its last 3 and q has none; p's reduce copies from 10 (slow-start 0.5) until 20 + 6/6 = 21,
# computes until 26. p's maps hold 100 bytes each, q's 7 are gone with its job.
printf 'pool,weight\np,1\nq,3\n' >pools.csv
cat >jobs.csv <<E
job_id,submit_s,pool,maps,map_s,reduces,copy_s,reduce_s,shuffle_bytes
a,0,p,6,10,1,6,5,600
b,0,q,1,10,0,,,7
E
slot-replay --nodes 1 --map-slots 4 --reduce-slots 1 --heartbeat 0 --slowstart 0.5 --pools pools.csv --record timeline --every 10s jobs.csv
# With one kind of slot: running and pending of all.
slot-replay --nodes 1 --slots-per-node 4 --heartbeat 0 --slowstart 0.5 --pools pools.csv --record timeline --every 10s --until 10s jobs.csv
