# rules C4 C5 H5: the cap holds for every copy, also where tasks wait that the scan passes by. The 8 maps of speculate.sh: n3's two go at a fifth of the speed,
# are slow at 99 and there are 8 map slots, so under late:10% one copy at a time may be: at 100 and at 200. b waits for n3, whose slots are free at 200.
cat > cluster.csv <<'C'
node,map_slots,reduce_slots,speed
n1,2,1,1
n2,2,1,1
n3,2,1,0.2
n4,2,1,1
C
echo job_id,submit_s,stage,kind,task_id,duration_s,hosts >tasks.csv
for i in 1 2 3 4 5 6 7 8; do echo a,0,0,map,t$i,100, >>tasks.csv; done
echo b,50,0,map,t1,10,n3 >>tasks.csv
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --delay wait:1h --speculate late:10%,25,25 --attempts log.csv tasks.csv >/dev/null
cut -d, -f1,4,5,7,9,11,13,14 log.csv | awk -F, '$3 || $1 == "b"'
