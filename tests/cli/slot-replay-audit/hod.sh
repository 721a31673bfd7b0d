# rules O20, O21, O22, O24: a log is sound, but not of these nodes: whose each node was follows from who came and ended when.
printf 'job_id,submit_s,pool,priority,maps,map_s\na,0,p,,3,10\nb,1,p,,3,10\nc,2,q,,2,10\nd,3,q,high,2,10\n' >jobs.csv
four='--nodes 4 --racks 2 --map-slots 1 --reduce-slots 1 --replication 4 --heartbeat 0 jobs.csv'
for order in hod:1 hod:2 hod:2,per-rack hod:2,pool hod:3; do slot-replay --attempts "$order.csv" --order $order $four >/dev/null; done
for order in hod:1 hod:2 hod:2,per-rack hod:2,pool hod:3; do
    for other in hod:1 hod:2 hod:2,per-rack hod:2,pool hod:3; do
        echo "$order as $other: $(slot-replay --audit "$order.csv" --order $other $four 2>&1)"
    done
done
slot-replay --attempts fifo.csv --order fifo $four >/dev/null
echo "fifo as hod:2: $(slot-replay --audit fifo.csv --order hod:2 $four 2>&1)"
printf 'pool,nodes\nq,1\n' >pools.csv
echo "q with one node: $(slot-replay --audit hod:2.csv --order hod:2 --pools pools.csv $four 2>&1)"
echo '--- rows by hand: on the node of another, twice; later than it had to; before its turn in the queue'
cut -d, -f1,4,7,10,11 hod:2.csv
bad() { awk -F, -v OFS=, "$1"' { print }' hod:2.csv >bad.csv; slot-replay --audit bad.csv --order hod:2 $four; }
bad '$1 == "c" && $4 == 0 { $7 = "n2"; $8 = "r1" }'
bad '$1 == "a" && $4 == 2 { $7 = "n3"; $8 = "r2" }'
bad '$1 == "a" && $4 == 1 { $11 = 0.5; $13 = 10.5 }'
bad '$1 == "c" { $10 = $11 = 20; $13 = 30; $7 = $4 == 0 ? "n1" : "n2"; $8 = "r1" } $1 == "d" { $10 = $11 = 21; $13 = 31; $7 = $4 == 0 ? "n3" : "n4"; $8 = "r2" }'
echo "exit $?"
echo '--- rule D20: while there was no launch at a node or in a rack to take an average of, 3 s each'
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,map,t0,50,n1\nx,0,map,t0,50,n2\nb,0,map,t0,1,n1\n' >tasks.csv
options='--nodes 3 --racks 2 --slots 1 --placement trace --heartbeat 0 --order fifo tasks.csv'
for first in 0 1s 3s; do slot-replay --attempts log.csv --delay adaptive:$first $options >/dev/null; slot-replay --audit log.csv --delay adaptive $options; done
