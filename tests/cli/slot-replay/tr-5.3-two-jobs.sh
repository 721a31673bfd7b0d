# TR 5.3: two jobs with 100 s of maps and 100 s of reduces each, on 10 + 10 slots. Fair sharing: both run maps until 200 s,
# then both reduces until 400 s. FIFO: the first job ends at 200 s, and the second's maps run beside the first's
# reduces, so it ends at 300 s. 50 maps of 20 s on 10 slots are 100 s.
cat >jobs.csv <<E
job_id,submit_s,maps,map_s,reduces,reduce_s
a,0,50,20,50,20
b,0,50,20,50,20
E
for order in fair fifo; do
    slot-replay --nodes 10 --map-slots 1 --reduce-slots 1 --replication 10 --slowstart 1 --heartbeat 0 --order $order jobs.csv | cut -d, -f1,5-7
done
