# rules B11 C6: two attempts that are past copying are one reduce. Map 0 runs on n1 (a tenth of the speed) from 0 to 10, map 1 on n2 (half of it) from 0 to 2;
# the reduces, from 2 on, copy until 10 + 5/2 = 12.5. Reduce 0 on n1 would compute until 1012.5 and is copied on n3, which comes at 100; it computes from 105 on, until 205.
# At 150 n2 is lost, with reduce 1, so not all reduces are past copying: map 1, which ran there, runs again on n1, from 150 to 160. Reduce 1 gets the slot
# of the superseded attempt at 205, copies until 210 and computes for 100 s at a tenth of the speed; a copy on n3 at the look at 267 needs 105 s, until 372.
cat > cluster.csv <<'C'
node,map_slots,reduce_slots,speed,to_s,from_s
n1,1,1,0.1,,
n2,1,1,0.5,150,
n3,0,1,1,,100
C
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,2,1,2,5,100\n' >jobs.csv
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --speculate hadoop:0 --attempts log.csv jobs.csv >/dev/null
cut -d, -f4-7,11-14 log.csv
