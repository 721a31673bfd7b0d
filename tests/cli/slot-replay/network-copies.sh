# rules N7, N8: reduces copy map output over the network, times by hand. n1 has the map slots, n2 and n3 the reduce slots; with a replica on every
# node maps read nothing over the network. 80M bits a second are 10 MB/s. Columns: kind, task, launch, compute, finish.
printf 'node,map_slots,reduce_slots\nn1,1,0\nn2,0,1\nn3,0,1\n' >cluster.csv
job() { printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s,shuffle_bytes\nj,0,%s\n' "$1" >jobs.csv; }
run() {
    echo "$1:"; shift
    slot-replay --cluster cluster.csv --heartbeat 0 --replication 3 --slowstart 0 --attempts a.csv --links links.csv "$@" jobs.csv >results.csv
    awk -F, '$6 == "reduce" { print $6, $4, $11, $12, $13, $14 }' a.csv
}
# 2 maps end at 10 and 20; one reduce, 40 MB, of which it could copy 20 MB a second (copy_s 2). At 10 it copies the first half at 10 MB/s until 12, waits,
# and the second from 20 to 22. On fast links it copies 1 s after 20, which is L4's 20 + 2/2; on 2 MB/s from 10 to 20 and from 20 to 30;
# on 1 MB/s from 10 to 30 and on to 50: the second half was there at 20 already.
job 2,10,1,2,5,40000000
run half --network node=80M; awk -F, '$4 > 0' links.csv
run fast --network node=1G
run slow --network node=16M
run slower --network node=8M
# Two reduces, 20 MB each (10 MB/s wanted), share n1's uplink: 10 MB of each half at 5 MB/s, 2 s after each map: 22. A fast link: 20 + 2/2.
job 2,10,2,2,5,40000000
run two --network node=80M
run 'two, fast' --network node=160M
# Launched when all maps are done (slow-start 1): 40 MB at 10 MB/s, 20 + 4.
job 2,10,1,2,5,40000000
run late --network node=80M --slowstart 1
# --startup 1s: maps end at 11 and 22. The reduce copies from 11 on: the first half until 13, the second from 22 to 24.
run startup --network node=80M --startup 1s
# 20 maps of 1 s, tenths of them are 2: it copies after every second map. 40 MB in parts of 4 MB, 0.4 s each: the last after the map at 20, until 20.4.
# On 12M bits (1.5 MB/s, a part in 2.666667 s) it is behind from 2 on, and copies all 40 MB without a rest: 2 + 40/1.5 = 28.666667, and less
# than a microsecond more for each part, since it ends at a whole one.
job 20,1,1,2,5,40000000
run tenths --network node=80M
run behind --network node=12M
# A reduce on the node of the maps takes its part from there over no link, in copy_s; no copy_s: in no time.
printf 'node,map_slots,reduce_slots\nn1,1,1\nn2,0,0\nn3,0,0\n' >cluster.csv
job 2,10,1,2,5,40000000
run 'same node' --network node=8M; awk -F, '$4 > 0' links.csv
job 2,10,1,0,5,40000000
run 'same node, at once' --network node=8M
# No bytes, no maps: L4.
job 2,10,1,2,5,0
run 'no bytes' --network node=8M
job 0,0,1,2,5,40000000
run 'no maps' --network node=8M
# Outputs on two nodes: n1 and n4 each run a map of 10 s, outputs in the order of launch n1, n4. s = 1; at 10 reduce 0 takes n1's output, then n4's;
# reduce 1 the other way round. So each has its source to itself: 10 MB at 5 MB/s (20 MB in copy_s 4), 2 s, twice: 14. (From one source after the other on
# 40M bits a second they would have half of 5 MB/s each.)
printf 'node,map_slots,reduce_slots\nn1,1,0\nn2,0,1\nn3,0,1\nn4,1,0\n' >cluster.csv
job 2,10,2,4,5,40000000
run 'two sources' --network node=40M --replication 4
# Racks: n1 alone in A, the reduces in B share A's uplink of 40M bits: 2.5 MB/s each, the 20 MB of each in 8 s: 10 MB from 10 to 14, and 20 to 24.
printf 'node,rack,map_slots,reduce_slots\nn1,A,1,0\nn2,B,0,1\nn3,B,0,1\n' >cluster.csv
job 2,10,2,2,5,40000000
run racks --network node=1G,rack=40M
# cpac:2,2: both copy at once from n1, 2.5 MB/s each: 24. cpac:2,1: one of the job copies at a time: reduce 0 until 22 (10 MB at 5 MB/s after each map);
# reduce 1 is launched then, copies 20 MB at 5 MB/s until 26 and waits for permission until 27.
printf 'node,map_slots,reduce_slots\nn1,1,0\nn2,0,2\nn3,0,0\n' >cluster.csv
run cpac --network node=40M --admit cpac:2,2
run 'cpac, one computes' --network node=40M --admit cpac:2,1
