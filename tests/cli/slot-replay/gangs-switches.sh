# By hand, rules G6, G7, G8: two racks of 3 nodes. a has 2 nodes of r1 until 1000, and p the third until 8. b wants 3 nodes: r2 has them,
# unless c was there first. Off the rack a gang takes 1.5 times as long. p and q are not shown.
cat >jobs.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,2,1000,1000
p,0,1,8,8
c,5,1,600,600
b,10,3,100,200
END
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\nn3,r1,1\nn4,r2,1\nn5,r2,1\nn6,r2,1\n' >cluster.csv
run() { slot-replay --quiet --cluster cluster.csv --width slots --order fifo --penalty any=1.5 "$@" | awk -F, 'NR > 1 { print $1 " " $5 " to " $6 ", waited " $20 ", " ($15 ? "any" : $14 ? "rack" : "node") }' | grep -v '^[pq] ' | sort; }
echo 'c takes r2, as r1 is full: b finds 1 and 2 nodes free, and at once takes any'
run jobs.csv
echo '--switches 1@300s: b waits until 310, and then takes any'
run --switches 1@300s jobs.csv
echo 'first: the same, as b could have started at 10'
run --switches 1@300s,first jobs.csv
echo '1@20m: c ends at 605, and all of r2 is free: b keeps its rack'
run --switches 1@20m jobs.csv
# A third rack has one node, n7, which q has until 8. d takes the two nodes of r2 that c leaves. b can start at 605, on n3, n4 and n7; at 706 r2 is free.
echo 'the wait is from when b is ready: at 605, after 595 s in the queue, none is left'
{ cat cluster.csv; echo n7,r3,1; } >seven.csv
cat >late.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,2,1000,1000
p,0,1,8,8
q,0,1,8,8
c,5,1,600,600
d,6,2,700,700
b,10,3,100,200
END
run --switches 1@300s --cluster seven.csv late.csv
echo 'first: at 605 it could start but for its wait, which then begins; at 706 it has r2'
run --switches 1@300s,first --cluster seven.csv late.csv
echo 'first, 100 s: it ends at 705'
run --switches 1@100s,first --cluster seven.csv late.csv
echo 'with --no-rack-level all nodes are one rack, and the level is any'
run --switches 1@300s --no-rack-level jobs.csv

# G5, G8.1: a blocked job that waits for its rack has its reservation there, b from 605 on in r2.
cat jobs.csv - >behind.csv <<'END'
e,20,1,1000,1000
f,21,1,1000,1000
END
echo 'easy: e takes n3. f would take a node of r2, and waits'
run --switches 1@20m --backfill easy behind.csv
echo 'skip: e takes n3, the tightest rack, and f a node of r2. b waits until all of r1 is free, when e ends'
run --switches 1@20m --backfill skip behind.csv
echo '1@300s: at 310, when its wait ends, e and f have two of the three nodes; from then on b stands in the queue, which is no wait'
run --switches 1@300s --backfill skip behind.csv

# G8.4: no rack has 4 nodes, so w does not wait; v, 3 nodes, does.
cat >wide.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,2,1000,1000
w,10,4,100,200
v,120,3,100,200
END
echo 'w, 4 nodes, which no rack has: at once, on both, 1.5 times as long. v: at 160, when r2 is free'
run --switches 1@20m wide.csv
echo 'by slots: b and c take n1, the first of r1. Each rack has one node of 2 slots, so x, two tasks of 2 slots, does not wait for one'
printf 'node,rack,slots\nn1,r1,2\nn2,r2,2\nn3,r2,1\nn4,r1,1\n' >slots.csv
cat >narrow.csv <<'END'
job_id,submit_s,maps,map_s,job_cpus,limit_s
b,0,1,50,1,50
c,0,1,50,1,50
x,1,2,30,4,30
END
run --switches 1@20m --cluster slots.csv narrow.csv

# G8, several racks: three of two nodes and one of one. The tightest rack goes first, so r has n7 until 100, s n2 until 50, t n4 until 60 and u
# n6 until 70; at 1 n1, n3 and n5 are free, on three racks. x wants 3 nodes. At 50 r1 has both, and n3 or n5 makes three on two racks: n3 is first.
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\nn3,r2,1\nn4,r2,1\nn5,r3,1\nn6,r3,1\nn7,r4,1\n' >four.csv
cat >few.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
r,0,1,100,100
o1,0,1,1,1
s,0,1,50,50
o2,0,1,1,1
t,0,1,60,60
o3,0,1,1,1
u,0,1,70,70
x,1,3,100,100
y,2,1,1000,1000
z,3,1,1000,1000
END
few() { echo "$*"; slot-replay --quiet --cluster four.csv --width slots --order fifo --penalty any=1.5 --attempts at.csv "$@" few.csv >/dev/null; awk -F, '$1 ~ /^[xyz]$/ { n[$1] = n[$1] " " $7; at[$1] = $11 } END { for (j in n) print j " at " at[j] " on" n[j] }' at.csv | sort; }
few --switches 3@20m
few --switches 2@20m
echo 'easy: x is to have n1, n2 and n3 at 50. y and z take 1,000 s: n5 is left for y at 2, for z none'
few --switches 2@20m --backfill easy
echo 'slurm: ends of half a minute are one, so x is to start at 70 in r1 and on n3; once y has n5, r3 is tighter than r2: on n6, and z takes n3'
few --switches 2@20m --backfill slurm
echo 'no rack has three nodes: x does not wait'
few --switches 1@20m
few --switches 2@10s

# G8.1: at 50 either rack has two nodes for x. The tighter, r2, goes first: n5 and n6 are kept for x, y has n1, and nothing is left for z.
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\nn3,r1,1\nn4,r1,1\nn5,r2,1\nn6,r2,1\n' >four.csv
printf '%s\n' job_id,submit_s,maps,map_s,limit_s o1,0,1,1,1 r,0,1,50,50 o2,0,1,1,1 s,0,1,50,50 t,0,1,50,50 u,0,1,50,50 x,1,2,100,100 y,2,1,1000,1000 z,3,1,1000,1000 >few.csv
few --switches 1@20m --backfill easy
