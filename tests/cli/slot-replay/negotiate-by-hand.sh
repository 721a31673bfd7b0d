# By hand, rules P1, P2, P3, P4, P5, P6, P7: HTCondor's cycles, claims and slices of the pie.
one='--quiet --slots-per-node 1 --order negotiate'
per_pool() { slot-replay --quiet "$@" --record attempts | cut -d, -f2 | sed 1d | sort | uniq -c | awk '{ printf "%s%s %s", s, $2, $1; s = ", " } END { print "" }'; }
launches() { slot-replay "$@" --record attempts | awk -F, 'NR > 1 { print $11, $1 "." $4, $7, $9 }' | sort -k1,1g -k2,2; }

# HTCondor's manual (docs/admin-manual/user-priorities-negotiation.rst, 0575582): "user A with EUP=5 will receive twice as many
# resources as user B with EUP=10 and four times as many resources as user C with EUP=20". All begin with 0.5; weights 0.1,
# 0.05 and 0.025 make that 5, 10 and 20. Of 70 slots: 40, 20 and 10.
printf 'pool,weight\nA,0.1\nB,0.05\nC,0.025\n' >pools.csv
{ echo 'job_id,submit_s,pool,maps,map_s'; echo 'a,0,A,70,500'; echo 'b,0,B,70,500'; echo 'c,0,C,70,500'; } >jobs.csv
per_pool --nodes 70 --slots-per-node 1 --order negotiate --pools pools.csv --until 100 jobs.csv
echo 'A uses 5: then limits are 70 2/3 - 20 = 26.7 and 70/3 - 10 = 13.3, of which 26 and the 9 that are left'
sed 's/^a,0,A,70/a,0,A,5/' jobs.csv >five.csv
per_pool --nodes 70 --slots-per-node 1 --order negotiate --pools pools.csv --until 100 five.csv
echo 'three equals on 4 slots: 4/3 each, so one each, pie 1; limits 1/3: nobody may have a part of a slot'
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,9,500\nb,0,B,9,500\nc,0,C,9,500\n' >equal.csv
per_pool --nodes 4 --slots-per-node 1 --order negotiate --until 50 equal.csv
echo 'at 60 (limits 1/3 each, pie 1): the first spin lets the first by name have it'
per_pool --nodes 4 --slots-per-node 1 --order negotiate --until 70 equal.csv
echo 'three on 2 slots: 2/3 each: the first two by name'
per_pool --nodes 2 --slots-per-node 1 --order negotiate --until 50 equal.csv

# P5: X holds 10 slots from the cycle at 0 on. With a half-life of 620 s its usage at 620 is 10 + (0.5 - 10)/2 = 5.25, Y's 0.5.
# X's claims end at 600. Both ask at 541, so there are cycles at 560 and 620. Then of 10 slots Y's part is 5.25/5.75, 9.13, X's
# 0.87: Y takes 9, and X may round its part up once, as a pie of 1 is left.
echo 'a usage of 5.25 beside 0.5'
{ echo 'job_id,submit_s,pool,maps,map_s'; echo 'x,0,X,10,600'; echo 'x2,541,X,10,900'; echo 'y,541,Y,10,900'; } >used.csv
slot-replay --quiet --nodes 10 --slots-per-node 1 --order negotiate:60s,20s,10s,620s --until 630 --record attempts used.csv | awk -F, 'NR > 1 && $11 >= 600 { print $2, "at", $11 }' | sort | uniq -c | awk '{ print $2, $1, $3, $4 }'

# P3: a's claim is of 0. At 500 and 1000 it goes on; at 1500 it is older than 20 min, and the cycle due then has b, who used less.
echo 'claims: 20 min, 0, forever'
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,5,500\nb,0,B,1,10\n' >claims.csv
for life in 20m 0 forever; do
    slot-replay $one:60s,20s,$life --nodes 1 --record attempts claims.csv | awk -F, 'NR > 1 { printf "%s%s %s", s, $1, $11; s = ", " } END { print "" }'
done

# P2: cycles at 0, 20 (asked for at 5, not before 20), 61 (asked for), 81 (asked for at 62; no slot is free), 141 (60 later).
echo 'cycles'
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,1,1\nb,5,B,1,1\nc,61,C,2,55\nd,62,D,1,1\n' >cycles.csv
launches $one --nodes 2 cycles.csv

# P7: tasks in their order, each to the slot nearest to its data; else the lowest number, so of all nodes slot 1 first.
# P3: at 30 n1's claims go on with t6, whose data is on n2, and t7.
echo 'slots'
printf 'job_id,submit_s,pool,task_id,duration_s,hosts,kind\na,0,A,t0,30,n3,map\na,0,A,t1,30,,map\na,0,A,t2,30,n3,map\na,0,A,t3,30,,map\na,0,A,t4,30,n3,map\na,0,A,t5,30,n1,map\na,0,A,t6,90,n2,map\na,0,A,t7,90,n1,map\n' >slots.csv
printf 'node,rack,slots\nn1,r1,2\nn2,r2,2\nn3,r2,2\n' >cluster.csv
launches --quiet --cluster cluster.csv --placement trace --order negotiate slots.csv

echo 'P4: in a pool fifo, or fair where its row says so; a maximum is no further task, and others have the rest'
printf 'pool,policy,max_share\nA,fair,2\nB,,\n' >max.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,4,100\na2,0,A,4,100\nb,0,B,9,100\n' >inside.csv
launches $one --nodes 6 --pools max.csv --until 50 inside.csv | cut -d' ' -f2 | tr '\n' ' '
echo
echo 'why'
slot-replay $one --nodes 6 --pools max.csv --explain a2 inside.csv | head -n 4
