# rule H8: what a node takes under --load-cap, by hand: at most ceil(slots * min(1, runnable / all slots + x)).
show() { slot-replay --record attempts --heartbeat 0 "$@" | awk -F, 'NR > 1 { n[$7 " at " $11]++ } END { for (k in n) print k ": " n[k] }' | sort -V; }
printf 'job_id,submit_s,maps,map_s\na,0,6,10\n' >six.csv
echo "--- 6 maps on 4 nodes of 4 slots: without a cap n1 takes 4, n2 2"
show --nodes 4 --map-slots 4 six.csv
echo "--- 6/16 of 4 slots are 1.5, so 2 each"
show --nodes 4 --map-slots 4 --load-cap 0 six.csv
echo "--- 6/16 + 0.25 of 4 slots are 2.5, so 3 each"
show --nodes 4 --map-slots 4 --load-cap 25% six.csv
echo "--- 6/16 + 0.125 of 4 slots are 2, and not 3"
show --nodes 4 --map-slots 4 --load-cap 0.125 six.csv
echo "--- a millionth more, and it is 3"
show --nodes 4 --map-slots 4 --load-cap 0.125001 six.csv
echo "--- more to do than slots: no cap. 20 maps on 16 slots, then the last 4 at 10: 4/16 of 4 slots are 1 each"
printf 'job_id,submit_s,maps,map_s\na,0,20,10\n' >twenty.csv
show --nodes 4 --map-slots 4 --load-cap 0 twenty.csv
echo "--- demand rises: 4 of a run 1 a node; b makes it 6/16, so n1 and n2 take its two"
printf 'job_id,submit_s,maps,map_s\na,0,4,10\nb,5,2,10\n' >two.csv
show --nodes 4 --map-slots 4 --load-cap 0 two.csv
echo "--- slots go: of 3 maps that are near n1 alone, and wait 20 s, it takes 2 at 0 (3/8 of its 4 slots); when n2 goes at 4 they are 3/4 of 4, so 3"
printf 'node,rack,map_slots,reduce_slots,from_s,to_s\nn1,r1,4,0,,\nn2,r1,4,0,,4\n' >goes.csv
printf 'job_id,submit_s,task_id,duration_s,hosts,kind\na,0,t0,10,n1,map\na,0,t1,10,n1,map\na,0,t2,10,n1,map\n' >near.csv
show --cluster goes.csv --load-cap 0 --placement trace --delay wait:20s near.csv
echo "--- reduces have a cap of their own: 3 of them on 4 nodes of 2 slots are 3/8 of 2, so 1 each"
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,8,10,3,5\n' >both.csv
slot-replay --record attempts --heartbeat 0 --slowstart 1 --nodes 4 --map-slots 2 --reduce-slots 2 --load-cap 0 both.csv | awk -F, '$6 == "reduce" { print $7 " at " $11 }'
echo "--- with heartbeats: node by node at phases of 0.75 s, 2 each"
show --heartbeat 3s --nodes 4 --map-slots 4 --load-cap 0 six.csv
echo "--- what does not go with it"
slot-replay --nodes 4 --load-cap 0 --order hod:2 six.csv
slot-replay --nodes 4 --load-cap 0 --heartbeat 0 --global quincy six.csv
slot-replay --nodes 4 --load-cap 1.5 six.csv
