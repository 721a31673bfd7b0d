# LC section 2, figures 4 and 5: three jobs of 3 maps and 3 reduces of 20 s on 3 + 3 slots. FIFO: maps one job after the other
# at 0, 20, 40, reduces 20 s behind them, ends at 40, 60, 80. Fair: each job has one slot, 60 s of maps, then 60 s
# of reduces, all end at 120. columns: job, kind, task, launch, finish.
cat >jobs.csv <<E
job_id,submit_s,maps,map_s,reduces,reduce_s
Job1,0,3,20,3,20
Job2,0,3,20,3,20
Job3,0,3,20,3,20
E
for order in fifo fair; do
    echo $order
    slot-replay --nodes 3 --map-slots 1 --reduce-slots 1 --replication 3 --slowstart 1 --heartbeat 0 --order $order --attempts a.csv jobs.csv | cut -d, -f1,6
    tail -n +2 a.csv | cut -d, -f1,4,6,11,13
done
