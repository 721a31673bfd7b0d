# rules N1, N2, N3, N4, N5, N9: reads that share links, times by hand. 96M bits a second are 12,000,000 bytes; n0 holds the blocks and has no slots.
tasks() { # HOST:BYTES:SECONDS... one job each, all at 0
    echo job_id,submit_s,stage,kind,task_id,duration_s,input_bytes,hosts
    for t; do n=$((${n:-0} + 1)); echo "j$n,0,0,map,0,$(echo "$t" | awk -F: '{ print $3 "," $2 "," $1 }')"; done
    n=0
}
replay() { slot-replay --heartbeat 0 --order fifo --placement trace "$@" | awk -F, '$12 == "done" || $14 == "done" { print $1, $9, $13 }'; }
printf 'node,rack,slots\nn0,A,0\nn1,A,1\nn2,A,1\nn3,A,1\n' >cluster.csv
run() { echo "$1:"; shift; replay --cluster cluster.csv --record attempts --links links.csv "$@"; }

# One read of 60 MB: 60 / 12 = 5 s, though it works for 1 s only. One that works for 7 s takes 7.
tasks n0:60000000:1 >trace.csv; run alone --network node=96M trace.csv
tasks n0:60000000:7 >trace.csv; run slow --network node=96M trace.csv
# Two reads get half of n0's uplink each: 10 s.
tasks n0:60000000:1 n0:60000000:1 >trace.csv; run two --network node=96M trace.csv
# Three get 4 MB/s each; the third has 20 MB and ends at 5; the others have 60 of 80 MB left, get 6 MB/s each, and end at 15.
tasks n0:80000000:1 n0:80000000:1 n0:20000000:1 >trace.csv; run three --network node=96M trace.csv
# What the links did in these 15 s: n0 up 180 MB, all the time full; n3 down 20 MB in 5 s of 15; nobody is limited by a downlink, of which
# each has 4 or 6 of 12 MB/s.
cat links.csv
# A bit rate is cut to whole bytes, at least 1 byte: 100 bytes in 100 s. 12M bytes are 12 x 2^20: 60 x 2^20 take 5 s.
tasks n0:100:1 >trace.csv; run slowest --network node=15 trace.csv
tasks n0:62914560:1 >trace.csv; run bytes --network node=12MB trace.csv
# Start-up: the flow begins with it over. 1 + 5; with 7 s of work 1 + 7. The second begins at 3: alone from 1 to 3 (24 MB), half from then on: 36 MB
# more at 6 take until 9; the second had 36 by then, and its last 24 take 2 s: 11.
tasks n0:60000000:1 >trace.csv; run startup --network node=96M --startup 1s trace.csv
tasks n0:60000000:7 >trace.csv; run startup --network node=96M --startup 1s trace.csv
sed 's/^\(j.\),0/\1,2/' trace.csv | sed '1d; s/^j1/j2/; s/,7,/,1,/' | { tasks n0:60000000:1; cat; } >later.csv; run later --network node=96M --startup 1s later.csv
# A task on the node of its block, or with no block, reads nothing over the network; nor does one without bytes.
tasks n1:60000000:1 n99:60000000:1 n0:0:1 >trace.csv; run 'no flow' --quiet --network node=96M --block-size 0 trace.csv
# Without input_bytes the block has --block-size: 12M are 12582912 bytes, at 12000000 a second 1.048576 s; 128M unless given: 134217728 bytes, 11.184811 s.
tasks n0::1 >trace.csv; run block --network node=96M --block-size 12M trace.csv; run block --network node=96M trace.csv
# None played: the local time, and as without the option.
tasks n0:60000000:1 >trace.csv; replay --cluster cluster.csv --record attempts --network none trace.csv

# TR 4.3.2: a task that takes 5 s for a block of 64M reads 12.8M a second, one that takes 25 s 2.56M. A link of 16M a second has room for both: 5 and 25 s.
# One of 12.8M gives the second what it asks for, the first the other 10.24M: 6.25 s, and a microsecond for the rates in whole bytes. (Half each would be 10 s.)
tasks n0:67108864:5 n0:67108864:25 >trace.csv
run 'TR, 16M' --network node=16MB trace.csv
run 'TR, 12.8M' --network node=12.8MB trace.csv

# Racks: a1 and a2 of rack A are read from rack B, over A's uplink of 48M bits, 6 MB/s: 3 each, 60 MB in 20 s. b1, which gets one of them, reads 90 MB
# from b3 of its own rack too, and has 12 - 3 = 9 MB/s left: 10 s. The racks not limited: b1's downlink gives 6 each, 60 MB in 10 s, b2 12, in 5; then
# b3's flow has 12 for its other 30 MB: 12.5.
printf 'node,rack,slots\na1,A,0\na2,A,0\nb1,B,2\nb2,B,1\nb3,B,0\n' >cluster.csv
tasks a1:60000000:1 b3:90000000:1 a2:60000000:1 >trace.csv
run racks --network node=96M,rack=48M trace.csv
awk -F, '$1 == "A" || $1 == "B" || $4 > 0' links.csv
run 'racks not limited' --network node=96M trace.csv
# --until: what goes on has carried 3 s worth: A's uplink 18 MB, b1's downlink 9 + 27.
run until --network node=96M,rack=48M --until 3s trace.csv
awk -F, 'NR == 1 || $4 > 0' links.csv
# Where links are never short reading takes the local time, to the microsecond: the log is that without a network.
slot-gen --jobs 60 --maps 30 --map-time 7s --map-sigma 0.7 --arrival poisson:5s --quiet >jobs.csv
slot-replay --nodes 20 --racks 4 --record attempts jobs.csv >without.csv
slot-replay --nodes 20 --racks 4 --network node=8000G,rack=8000G --record attempts jobs.csv >with.csv
cmp without.csv with.csv && awk -F, '$9 != "node" { n++ } END { print (n > 500 ? "the same" : "nothing read") }' with.csv
