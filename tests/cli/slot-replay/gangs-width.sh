# By hand, rules G1, G2, G3, G6, G7, G9: widths, whole nodes, which nodes, and what is refused.
printf 'node,rack,slots\nn1,r1,4\nn2,r1,4\nn3,r2,4\nn4,r2,4\nn5,r2,2\n' >cluster.csv
cat >jobs.csv <<'END'
job_id,submit_s,maps,map_s,job_cpus,job_nodes,limit_s
a,0,1,10,6,2,20
b,1,1,10,2,,20
c,2,1,10,12,4,20
d,3,1,10,4,1,20
END
run() { slot-replay --quiet --cluster cluster.csv --width slots --order fifo --record attempts "$@" | awk -F, 'NR > 1 { print $11 " to " $13 ": " $1 "." $4 " on " $7 ", " $9 }' | sort -n; }
echo 'a: 3 slots on each of 2 nodes of one rack, r1 and r2 have 2 each. b: 2 slots. c: 3 slots on 4 nodes, from 11. d: a whole node'
run jobs.csv
echo 'whole nodes: a has 2 of 4, b 1; c and d wait'
sed '/n5/d' cluster.csv >equal.csv
run --width nodes --cluster equal.csv jobs.csv
echo 'one node too many'
slot-replay --quiet --cluster equal.csv --width nodes --order fifo <<'END'
job_id,submit_s,maps,map_s,job_nodes
a,0,1,10,5
END
echo 'utilization counts slots: 6 of 18 for 10 s of 10'
head -2 jobs.csv | slot-replay --quiet --cluster cluster.csv --width slots --record summary | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "utilization_maps") at = i; next } { print $at }'
echo 'fair shares go by slots (G1.4): p1 has 4 of 8, so q1 and q2 come next, with 2 each'
cat >pools.csv <<'END'
job_id,submit_s,pool,maps,map_s,job_cpus
p1,0,p,1,10,4
p2,0,p,1,10,1
p3,0,p,1,10,1
q1,0,q,1,20,2
q2,0,q,1,20,2
END
slot-replay --quiet --nodes 1 --slots-per-node 8 --width slots --order hfs pools.csv | awk -F, 'NR > 1 { print $1 " " $5 " to " $6 }' | sort
echo 'G1.3, G3.3: p may run 3 slots. p1 with 4 is refused; with 3 it runs, and p2 and p3 wait for it while q goes on'
printf 'pool,max_share\np,3\nq,\n' >max.csv
slot-replay --quiet --nodes 1 --slots-per-node 5 --width slots --pools max.csv --order hfs pools.csv
sed '/^p1/s/,4$/,3/' pools.csv | slot-replay --quiet --nodes 1 --slots-per-node 9 --width slots --pools max.csv --order hfs | awk -F, 'NR > 1 { print $1 " " $5 " to " $6 }' | sort
echo 'a slow node holds the others of the gang: all end at 20'
printf 'node,slots,speed\nn1,1,1\nn2,1,0.5\n' >slow.csv
printf 'job_id,submit_s,maps,map_s\na,0,2,10\n' | slot-replay --quiet --cluster slow.csv --width slots --record attempts | cut -d, -f7,13
echo 'refused'
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,2,10,1,1\n' | slot-replay --cluster cluster.csv --width slots
printf 'job_id,submit_s,maps,map_s,job_nodes\na,0,3,10,2\n' | slot-replay --cluster cluster.csv --width slots
for o in '--width slots --order deficit' '--width slots --delay wait:5s' '--width nodes' '--width slots --preempt kill:5s,5s' '--width slots --offers spark-3 --delay spark:0,0,0' '--width slots --global quincy' '--width slots --decisions d.csv' '--width slots --cores 2' '--width wide' '--backfill easi' '--backfill easy:0' '--switches two@5s' '--switches 1@x' '--switches 300s' '--width slots --speculate late' '--width slots --failure-rate 0.1'; do
    slot-replay --cluster cluster.csv $o jobs.csv 2>&1 >none | head -1
done
slot-replay --nodes 2 --map-slots 1 --width slots jobs.csv 2>&1 >none | head -1
printf 'node,slots,to_s\nn1,1,5\n' >leaves.csv
slot-replay --cluster leaves.csv --width slots jobs.csv 2>&1 >none | head -1
echo 'without effect'
slot-replay --nodes 2 --slots-per-node 1 --backfill easy --switches 1@5s jobs.csv 2>&1 >none | head -2
slot-replay --nodes 9 --slots-per-node 9 --width slots --order fifo --switches 1@5s jobs.csv 2>&1 >none | head -2
