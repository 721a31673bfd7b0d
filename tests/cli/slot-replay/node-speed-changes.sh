# rule B9: at 5 n1 becomes twice as fast: of a map of 10 s from 0 the 5 s left take 2.5: 7.5. A reduce (no maps) copies until 8 as before, then computes 5 s
# in 2.5: 10.5. One that computes since 3 has 4 of 6 s left at 5: 7. Twice as slow at 5: 15, and 8 + 10.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nm,0,1,10,,,\nr,0,0,,1,8,5\nc,0,0,,1,3,6\n' >jobs.csv
for speed in 2 0.5; do
    printf 'node,map_slots,reduce_slots,speed,from_s,to_s\nn1,1,2,1,,5\nn1,1,2,%s,5,\n' $speed >cluster.csv
    slot-replay --cluster cluster.csv --heartbeat 0 --record attempts jobs.csv | tail -n +2 | cut -d, -f1,12,13 | sort
done
