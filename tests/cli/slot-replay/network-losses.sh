# rules N6, N8 (B9, B11, K5 over the network): what is lost, killed or slowed down, times by hand. 80M bits a second are 10 MB/s.
replay() { echo "$1:"; shift; slot-replay --heartbeat 0 --record attempts --links links.csv "$@" | awk -F, 'NR > 1 { print $1, $6, $4, $5, $7, $9, $11, $12, $13, $14 }'; }
read_of() { printf 'job_id,submit_s,stage,kind,task_id,duration_s,input_bytes,hosts\n'; }

# m, 100 MB, is read from d1 or d2; both go at different times, d1 for 2 s at 3, d2 for good at 6. Whichever it begins with, it reads all the time: 10 s.
# Only d1 has the block of k: from 3 to 5 it is nowhere (any replica will do), and it takes 10 s too. Together from one node they share its link.
printf 'node,slots,from_s,to_s\nd1,0,0,3\nd1,0,5,\nd2,0,0,6\nn1,1,0,\nn2,1,0,\n' >cluster.csv
{ read_of; echo 'm,0,0,map,0,1,100000000,d1|d2'; } >one.csv
replay 'goes on' --cluster cluster.csv --placement trace --network node=80M one.csv
awk -F, '$1 ~ /^d/ && $2 == "up" { print $1, $4, $6; n += $4 } END { print "all", n }' links.csv
{ read_of; echo 'k,0,0,map,0,1,100000000,d1'; } >one.csv
replay 'nowhere else' --cluster cluster.csv --placement trace --network node=80M one.csv

# The closest: of r's replicas one lies in its rack, and is read, 5 s at 10 MB/s, though the racks' links are slow. When that node goes at 2, 30 MB are
# left for the other, over a rack's link of 5 MB/s: 2 + 6.
printf 'node,rack,slots,from_s,to_s\na1,A,0,0,2\nb1,B,0,0,\nn1,A,1,0,\n' >cluster.csv
{ read_of; echo 'r,0,0,map,0,1,50000000,b1|a1'; } >one.csv
replay closest --cluster cluster.csv --placement trace --network node=80M,rack=40M one.csv
sed 's/,0,2$/,0,/' cluster.csv >stays.csv
replay 'closest, stays' --cluster stays.csv --placement trace --network node=80M,rack=40M one.csv

# B9: n1 works at speed 1 until 4, then at 2 (0.5). 100 MB in 20 s are 5 MB/s, of a link of 10 in no need. At 4 80 MB and 16 s are left, and go in 8 s
# at 10 MB/s, or in 32 s: ends at 12, or 36. On a link of 4 MB/s 84 MB are left at 4: reading alone
# counts at speed 2, 25 s in all; at 0.5 it works no faster than 2.5 MB/s from then on: 4 + 33.6.
{ read_of; echo 's,0,0,map,0,20,100000000,d1'; } >one.csv
for speed in 2 0.5; do
    printf 'node,slots,speed,from_s,to_s\nd1,0,1,0,\nn1,1,1,0,4\nn1,1,%s,4,\n' $speed >cluster.csv
    replay "speed $speed" --cluster cluster.csv --placement trace --network node=80M one.csv
    replay "speed $speed, slow link" --cluster cluster.csv --placement trace --network node=32M one.csv
done

# K5: y's pool is below its minimum; at the check at 5 x's newest read is killed. Until then both of x had 5 MB/s of d1's uplink; x's first has 75 MB
# left and shares with y's 40 MB: y is through at 13. The killed one begins anew where y was, and shares with the 35 MB that x's first has left: until 20; its own
# last 65 MB have the link alone: 26.5.
printf 'node,slots\nd1,0\nn1,1\nn2,1\n' >cluster.csv
printf 'pool,min_share\nx,0\ny,1\n' >pools.csv
{ read_of | sed 's/submit_s,/submit_s,pool,/'; echo 'x,0,x,0,map,0,1,100000000,d1'; echo 'x,0,x,0,map,1,1,100000000,d1'; echo 'y,1,y,0,map,0,1,40000000,d1'; } >pools-jobs.csv
replay killed --cluster cluster.csv --placement trace --pools pools.csv --network node=80M --preempt kill:2s,never --preempt-every 5s pools-jobs.csv

# B11: two maps of 10 s, on n1 and n2 (n2 until 11). The reduce on n3, 20 MB at up to 10 MB/s (copy_s 2), takes the outputs at 10: n1's until 11 (10 MB at
# 10), then n2's, but n2 is lost at 11: one output is left and copied. The other map runs again on n1 from 11 to 21, and its part is copied until 22.
# With n1's links at 2 MB/s (all are) the first part would take until 15: at 11 it is given up and begun again: 5 s from 11 to 16, then the other after 21: 26.
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,1,0,0,\nn2,1,0,0,11\nn3,0,1,0,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s,shuffle_bytes\nj,0,2,10,1,2,3,20000000\n' >jobs.csv
replay 'output lost' --cluster cluster.csv --slowstart 0 --replication 3 --network node=80M jobs.csv
replay 'output lost, slow' --cluster cluster.csv --slowstart 0 --replication 3 --network node=16M jobs.csv
# n1 is lost at 13 instead, both outputs copied at 12: nothing is lost but what a copy phase that is over needs no more.
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,1,0,0,13\nn2,1,0,0,\nn3,0,1,0,\n' >cluster.csv
replay 'lost too late' --cluster cluster.csv --slowstart 0 --replication 3 --network node=80M jobs.csv

# rule C2 with N8: both tasks have their block on n2; n1 reads one of them over 8M bits a second, 1 MB/s of the 10 it could use, and has a score of t/100. Past the
# lag of 5 s it is slower than the mean by 0.2 at the look at 6 (0.06, mean (0.6 + 0.06)/2); n2 is free at 10, copies it and is through at 20. n1 has read 20 MB.
printf 'node,slots\nn1,1\nn2,1\n' >cluster.csv
{ read_of; echo 's,0,0,map,0,10,100000000,n2'; echo 's,0,0,map,1,10,100000000,n2'; } >two.csv
replay straggler --cluster cluster.csv --placement trace --network node=8M --speculate hadoop:0.2,5s two.csv
awk -F, '$4 > 0' links.csv
# The same of a copy phase: both reduces could copy in 1 s from the end of the only map at 1 on. n2's is beside the map; n3's 100 MB take 100 s, and at the look at
# 21 it has a score of 0.2/3 where the mean is over 0.5. n2's is done at 1 + 1 + 20; the copy is launched there then, beside the map's output: 22 + 1 + 20.
printf 'node,map_slots,reduce_slots\nn2,1,1\nn3,0,1\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s,shuffle_bytes\nj,0,1,1,2,1,20,200000000\n' >jobs.csv
replay 'slow copy' --cluster cluster.csv --replication 2 --slowstart 0 --network node=8M --speculate hadoop:0.2,5s jobs.csv
# rule F1: an attempt that fails after a part of its work reads that part of its block: over 8M bits a second ten times as long as 10 s beside it, for each of
# three seeds within the microseconds of rounding.
printf 'node,slots\nn1,0\nn2,1\n' >cluster.csv
{ read_of; echo 's,0,0,map,0,10,100000000,n1'; } >one.csv
for seed in 1 2 3; do
    for network in node=8M none; do
        slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --failure-rate 1 --max-attempts 1 --seed $seed --network $network --record attempts one.csv
    done | awk -F, '$14 == "failed" { t[n++] = $13 } END { d = t[0] - 10 * t[1]; print t[1] > 0 && d < 2e-5 && d > -2e-5 ? "ten times" : t[0] " " t[1] }'
done
