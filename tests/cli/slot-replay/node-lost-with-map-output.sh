# rule B11: two maps of 10 s on n1 and n2, one reduce on n2 from 10 (--slowstart 1), n1 lost at 15. With a copy phase of 20 s the map that ran on n1 runs again, on
# n2 from 15 to 25; the copy phase ends at max(10 + 20, 25 + 20/2) = 35, the reduce at 40. 3 maps run, 2 counted. With one of 2 s the
# reduce computes since 12 and goes on: 12 + 5 = 17.
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,1,0,,15\nn2,1,1,,\n' >cluster.csv
for copy in 20 2; do
    printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nj,0,2,10,1,%s,5\n' $copy >jobs.csv
    slot-replay --cluster cluster.csv --heartbeat 0 --slowstart 1 --attempts a.csv jobs.csv | tail -n 1 | cut -d, -f1,6,10,12,13
    tail -n +2 a.csv | cut -d, -f4-7,11-14
done
