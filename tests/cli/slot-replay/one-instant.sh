# rules T2, T3, T4: at 10 a's map ends and b, of higher priority, is submitted; both come before the slot is offered, so b gets it, not a's
# second map. Maps of no time: their ends at 0 make the slot be offered again at 0, and z is done before a starts.
# The sample of 10 s shows the state after all this: b runs, a waits.
cat >jobs.csv <<E
job_id,submit_s,priority,maps,map_s
z,0,high,3,0
a,0,normal,2,10
b,10,high,1,7
E
slot-replay --nodes 1 --map-slots 1 --order fifo --heartbeat 0 --attempts a.csv --timeline t.csv --every 10s jobs.csv | cut -d, -f1,5,6
cut -d, -f1,4,11,13 a.csv
cut -d, -f1,3,5 t.csv
