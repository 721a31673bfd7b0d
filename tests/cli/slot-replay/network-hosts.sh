# rules N6.2 and N1: nodes of one host share its links, but who read from a lost node are those that read from that node alone. Times by hand, links of 10 bytes a second.
log() { slot-replay --heartbeat 0 --record attempts --links links.csv "$@" | awk -F, 'NR > 1 { print $1, $6, $4, "on", $7 ": " $11 " to " $13, $14 }'; }
carried() { awk -F, '$2 == "up" && $4 > 0 { print $1, $4 }' links.csv; }
block() { printf 'job_id,submit_s,task_id,duration_s,hosts,kind,input_bytes\na,0,t,%s,%s,map,100\n' "$1" "$2" >block.csv; }

# n3 reads from n2, in its rack, until that is lost at 4: 40 bytes come from the host h, 60 from n4.
printf 'node,rack,map_slots,from_s,to_s,host\nn1,A,0,0,,h\nn2,A,0,0,4,h\nn3,A,1,0,,\nn4,B,0,0,,\n' >cluster.csv
block 0 'n2|n4'
log --cluster cluster.csv --placement trace --network node=10B block.csv
carried
# n2 reads from n1 of its own host, 10 bytes a second over no link. From the loss at 4 on the 60 bytes left come from n4 at 5: 4 + 12.
printf 'node,rack,map_slots,from_s,to_s,host\nn1,A,0,0,4,h\nn2,A,1,0,,h\nn4,B,0,0,,\n' >cluster.csv
block 10 'n1|n4'
log --cluster cluster.csv --placement trace --network node=5B block.csv
carried
# n1 is lost, and nobody reads from it. Whichever of n2 and n4 the read has drawn, it goes on from there.
printf 'node,map_slots,from_s,to_s,host\nn1,0,0,4,h\nn2,0,0,,h\nn3,1,0,,\nn4,0,0,,\n' >cluster.csv
block 0 'n2|n4'
for seed in 1 2 3 4 5 6 7 8; do
    log --cluster cluster.csv --placement trace --network node=10B --seed $seed block.csv >/dev/null
    carried
done | awk '{ n[$2]++ } END { for (bytes in n) print n[bytes], "of", bytes }'
# So does a copy of map output from n2: the map ends at 1, the copy at 11, the reduce at 14.
printf 'node,map_slots,reduce_slots,from_s,to_s,host\nn1,0,0,0,4,h\nn2,1,0,0,,h\nn3,0,1,0,,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s,shuffle_bytes\nj,0,1,1,1,1,3,100\n' >jobs.csv
log --cluster cluster.csv --slowstart 0 --network node=10B jobs.csv
carried
