# By hand, rules G10, G11 and presets torque-fifo and torque-shipped.
run() { slot-replay --quiet "$@" | awk -F, 'NR > 1 { print $1 " " $5 " to " $6 }' | sort | paste -sd, | sed 's/,/, /g'; }
on() { n=$1; shift; run --nodes "$n" --slots-per-node 1 "$@"; }

# Four nodes of a slot. a has all of them until 10. Then jobs ask for: b 60 s of CPU time, c 40, d 50, e nothing known, f 60.
cat >asked.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,4,10,10
b,1,2,10,30
c,2,4,10,10
d,3,1,10,50
e,4,1,10,
f,5,1,10,60
END
echo 'torque-fifo: b, and c does not fit beside it: nothing passes it. It has all from 20 on, then d, e and f'
on 4 --preset torque-fifo asked.csv
echo 'torque-shipped: c (40), then d (50), b (60) and f (60, later), then e'
on 4 --preset torque-shipped asked.csv
echo 'on 3 nodes, a and c on as many, and f with 59: d and f at 20, which leave b one node of two. e, last of all, passes it'
sed '/^f/s/60$/59/; s/^a,0,4/a,0,3/; s/^c,2,4/c,2,3/' asked.csv >other.csv
on 3 --preset torque-shipped other.csv
echo 'what does not fit is passed over: on 5 nodes c waits for four of them, though it is first: d starts at 3, and e and f after it'
on 5 --preset torque-shipped asked.csv
echo 'G10.1: q, 5 processors on 2 nodes, takes 3 slots of each and asks for 50 s; p for 6 times 9, r for 3 times 0.3'
cat >cpus.csv <<'END'
job_id,submit_s,maps,map_s,job_cpus,job_nodes,limit_s
a,0,1,10,8,2,10
p,1,1,10,6,2,9
q,2,1,10,5,2,10
r,3,3,10,2,,0.3
END
run --nodes 3 --slots-per-node 4 --preset torque-shipped cpus.csv
echo 'whole nodes: the same order, one job after the other'
run --nodes 3 --slots-per-node 4 --preset torque-shipped --width nodes cpus.csv
echo 'priority goes first (G10.3): that of the queue. f is of the first queue, and e too, which asks for nothing known'
awk -F, -v OFS=, 'NR == 1 { print $0, "priority"; next } { print $0, /^[ef]/ ? "high" : "" }' asked.csv >queues.csv
on 4 --preset torque-shipped queues.csv
echo 'CPU time beyond 2^63 - 1 us is that much, so b and c go as they came, behind d'
printf 'job_id,submit_s,maps,map_s,limit_s\na,0,5,1,1\nb,1,5,1,2200000000000\nc,1,5,1,2100000000000\nd,1,4,1,2100000000000\n' >much.csv
on 5 --preset torque-shipped much.csv

# Three nodes. a has two until 20, and b wants two. c, d and e, short ones, take the third one after the other.
cat >starving.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,2,20,20
b,1,2,9,100
c,2,1,8,8
d,3,1,8,8
e,4,1,8,8
END
echo 'nobody starves: e at 18, b at 20'
on 3 --preset torque-shipped starving.csv
echo 'after 10 s: at 18 b has waited 17 and is taken alone, so n3 stays free. b starts at 20, and e at the next cycle, 6 s later'
on 3 --preset torque-shipped --max-starve 10s,6s starving.csv
echo 'with 10 minutes between cycles e waits for the next end, at 29'
on 3 --preset torque-shipped --max-starve 10s starving.csv
echo 'at 18 b has waited 17 s, which is not more than 17'
on 3 --preset torque-shipped --max-starve 17s,6s starving.csv
echo 'and more than 16.999999'
on 3 --preset torque-shipped --max-starve 16.999999s,6s starving.csv

# Two nodes: a has one until 100, x the other until 5. o asks for more CPU time than h, which wants both nodes: h is blocked and o waits
# behind it. o has waited 10 s at 11, a cycle that comes by time (5 + 6), and more than 10 s at the next.
cat >by-time.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,1,100,100
x,0,1,5,5
o,1,1,10,50
h,2,2,1,1
END
echo 'none: o starts at 17, when it starves; without --max-starve it comes after h, at 101'
on 2 --order cput --width slots --backfill none --max-starve 10s,6s by-time.csv
on 2 --order cput --width slots --backfill none by-time.csv
