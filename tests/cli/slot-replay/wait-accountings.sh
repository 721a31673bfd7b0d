# rule D5: what makes a wait grow, in one small case (W1 = 16 s). Four nodes of one rack, H = 4 s; with seed 9 their phases are 0, 1, 2, 3 s
# (rule H1). n1 and n2 have a map slot, n3 a free reduce slot, n4 nothing. long holds n2, where j's block lies; b and h run 8 s maps on n1,
# so n1 offers its slot at 4, 12, 20, 28 ... h, before j in order, takes the offer at 12 and has one map. By hand:
#   asking   4 pass, 12 +8, not reached (h), mark cleared; 20 pass, 28 +8 = 16: launched at 28
#   shipped  n3's heartbeat 2 s after each pass counts and clears the mark: +2 a pass; passes at 4, 20, 28 ... 68 make 16: launched at 76
#   all      n2's heartbeat comes 1 s after: +1 a pass; 16 passes, the last at 132: launched at 140
#   clock    first passed by at 4, 16 s later is 20: launched at 20
{
    echo job_id,submit_s,priority,stage,kind,task_id,duration_s,hosts
    echo long,0,very_high,0,map,0,500,n2
    echo j,4,normal,0,map,0,8,n2
    n=0
    while [ $n -lt 30 ]; do echo b,4,low,0,map,$n,8,n1; n=$((n + 1)); done
    echo h,11,high,0,map,0,8,n1
} >tasks.csv
cat >cluster.csv <<E
node,rack,map_slots,reduce_slots
n1,r,1,0
n2,r,1,0
n3,r,0,1
n4,r,0,0
E
for accounting in asking shipped all clock; do
    slot-replay --cluster cluster.csv --placement trace --order fifo --seed 9 --heartbeat 4s --delay wait:16s,16s,$accounting \
        --record attempts tasks.csv | awk -F, -v name=$accounting '$1 == "j" { print name, $7, $9, $11 }'
done
