# rule L4: 4 maps of 10 s on 2 map slots, --slowstart 0.5, two reduces on one slot with 5 s of computing. Columns: job, reduce, launch, compute, finish.
# a, copy 8 s: reduce 0 at 10 could be through at 18, but the last map ends at 20 and its part takes 8/4: computes at 22, ends 27;
#    reduce 1 is launched after the last map: 27 + 8 = 35, ends 40.
# b, copy 30 s: 10 + 30 = 40 is later than 20 + 7.5: computes at 40, ends 45; then 75, 80.
# With --startup 1s a's maps end at 11 and 22: max(11 + 1 + 8, 22 + 2) = 24, ends 29; then 29 + 1 + 8 = 38, 43.
# On a node twice as fast a's maps end at 5 and 10, copying takes as long as before: max(5 + 8, 10 + 2) = 13, ends 15.5; then 23.5, 26.
for copy in 8 30; do
    printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nj,0,4,10,2,%s,5\n' $copy >copy-$copy.csv
done
reduces() { slot-replay --heartbeat 0 --slowstart 0.5 --record attempts "$@" | awk -F, '$6 == "reduce" { print $4, $11, $12, $13 }'; }
echo a; reduces --nodes 1 --map-slots 2 --reduce-slots 1 copy-8.csv
echo b; reduces --nodes 1 --map-slots 2 --reduce-slots 1 copy-30.csv
echo startup; reduces --nodes 1 --map-slots 2 --reduce-slots 1 --startup 1s copy-8.csv
printf 'node,map_slots,reduce_slots,speed\nn1,2,1,2\n' >fast.csv
echo fast; reduces --cluster fast.csv copy-8.csv
# No maps: copying starts at the launch. Three maps: 1 s / 3 is 0.333333 and 2 s / 3 is 0.666667 after the last map, at 10.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nnone,0,0,,1,8,5\n' >none.csv
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\none,0,3,10,1,1,5\ntwo,0,3,10,1,2,5\n' >thirds.csv
echo no maps; reduces --nodes 1 --map-slots 2 --reduce-slots 1 none.csv
echo thirds; reduces --nodes 2 --map-slots 3 --reduce-slots 1 --slowstart 0 thirds.csv
