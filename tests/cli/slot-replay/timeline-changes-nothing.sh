# rules O9, T4: a timeline only looks: the same rows with one and without, under every order, though it works out shares between two updates. Maps of
# 0.3 s and commits change what the pools want in between.
cat >jobs.csv <<'X'
job_id,submit_s,pool,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id
job_0,3,carol,,1,7,0.3,,4,0,12.345678,,
j1,3,alice,,2,10,5,1.5,3,,2,0.3,f2
job_2,3,carol,low,1,0,2,,6,,0,,
X
printf 'node,rack,map_slots,reduce_slots,speed\nn1,r1,1,2,2\nn2,r3,2,1,1\nn3,r1,3,3,1\nn4,r2,3,0,0.7\n' >cluster.csv
options='--cluster cluster.csv --heartbeat 0 --commit-pending 1 --record attempts jobs.csv'
for order in fifo fair hfs fair-gap sjf srtf deficit mlq:9 capacity hod:2 modified-fair; do
    slot-replay --order $order $options >without.csv
    slot-replay --order $order --timeline t.csv --every 130ms $options | cmp - without.csv && echo "$order: $(wc -l <without.csv)"
done
