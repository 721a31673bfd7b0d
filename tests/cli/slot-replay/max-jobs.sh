# rule J5: pools x (one job at a time) and y below big (two). Slots for all. x1 and y1 are admitted at once, x2 waits for x, y2 and y3 for big.
# At 10 x1 ends: the first of those waiting that has room is x2 (fifo), then big is full. At 20 y1 and x2 end: y2, y3 go.
# With y3 of high priority it is y3 that goes at 10, and x2 and y2 at 20.
printf 'pool,parent,max_jobs\nbig,,2\nx,big,1\ny,big,\n' >pools.csv
for priority in normal high; do
    cat >jobs.csv <<E
job_id,submit_s,pool,priority,maps,map_s
x1,0,x,normal,1,10
x2,1,x,normal,1,10
y1,2,y,normal,1,18
y2,3,y,normal,1,10
y3,4,y,$priority,1,10
E
    slot-replay --nodes 1 --map-slots 9 --heartbeat 0 --pools pools.csv jobs.csv | cut -d, -f1,4-6
    # Waiting jobs have no demand: one x runs, none pends at 5.
    slot-replay --nodes 1 --map-slots 9 --heartbeat 0 --pools pools.csv --record timeline --every 5s --until 5s jobs.csv | tail -n 2 | cut -d, -f1-3,5
done
