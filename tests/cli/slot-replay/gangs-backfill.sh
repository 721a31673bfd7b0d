# By hand, rules G1, G3, G4, G5: ten nodes of one slot. a has 6 of them until 10. b, the first in the queue, wants 8: it can start
# at 10, which is EASY's shadow time; 10 nodes are then free, so 2 are extra.
cat >jobs.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,6,10,10
b,1,8,10,10
c,2,1,8,8
d,3,3,30,30
e,4,2,30,30
END
run() { slot-replay --quiet --nodes 10 --slots-per-node 1 --width slots --order fifo "$@" | awk -F, 'NR > 1 { print $1 " " $5 " to " $6 }' | sort | paste -sd, | sed 's/,/, /g'; }
echo 'none: b keeps all behind it waiting until 10. c then takes one of 2 nodes, and d all behind it waiting until 20'
run --backfill none jobs.csv
echo 'skip: c and d take the 4 free nodes, at 10 e takes 2 of 7, and b has its 8 when d ends, at 33'
run --backfill skip jobs.csv
echo 'easy: c ends by the shadow time. d would need 3 extra nodes. e takes the 2 extra ones. b starts at 10.'
run --backfill easy jobs.csv
echo 'with an estimate of 9 s c would end at 11: it takes an extra node, so that only one is left, and e waits'
sed '/^c/s/8$/9/' jobs.csv >late.csv
run --backfill easy late.csv
echo 'a is expected to end at 20, so d, 17 s from 3 on, goes before b, and ends at the shadow time. a ends at 10: b waits for d'
sed '/^a/s/10$/20/; /^c/d; /^d/s/30,30/17,17/' jobs.csv >early.csv
run --backfill easy early.csv
echo 'without limit_s each is expected to take 365 days, so c takes an extra node (G5.2)'
cut -d, -f1-4 jobs.csv >none.csv
slot-replay --nodes 10 --slots-per-node 1 --width slots --order fifo --backfill easy none.csv 2>&1 >jobs.out | cat
awk -F, 'NR > 1 { print $1 " " $5 " to " $6 }' jobs.out | sort | paste -sd, | sed 's/,/, /g'
echo 'G5.1: a runs past its estimate of 5. From then on it is expected to end in a second: f, 1 s, goes before b'
sed '/^a/s/10$/5/; /^c/d; /^d/d; s/^e,4,2,30,30/f,7,4,1,1/' jobs.csv >over.csv
run --backfill easy over.csv

# Conservative differs from EASY: of 4 nodes a has 2 until 10. b wants 3, at 10. c wants 4: it can start at 20. d, 1 node for 25 s, comes at 3.
cat >two.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,2,10,10
b,1,3,10,10
c,2,4,10,10
d,3,1,25,25
END
echo 'easy: d takes the extra node, to 28, and c waits for it'
run --nodes 4 --backfill easy two.csv
echo 'conservative: c has a reservation from 20 to 30 on all nodes, so d starts at 30'
run --nodes 4 --backfill conservative two.csv
echo 'easy:2 is that, with two blocked jobs'
run --nodes 4 --backfill easy:2 two.csv
echo 'sjf, by nodes (O9.1, G1.4): d at once'
run --nodes 4 --order sjf --backfill none two.csv

# Of 3 nodes a has 2 until 10. b, c, d and e want all for 2·10^12 s. b can start at 10, and c behind it. c would end past the end of time, so d and
# e can never start, as expected. s ends before b starts; t would not.
cat >ages.csv <<'EOF'
job_id,submit_s,maps,map_s,limit_s
a,0,2,10,10
b,0,3,1,2000000000000
c,0,3,1,2000000000000
d,0,3,1,2000000000000
e,0,3,1,2000000000000
s,1,1,5,5
t,2,1,5,20
EOF
echo 'conservative, with estimates of 63,000 years: s starts at once. b starts at 10, the others behind it, then t'
slot-replay --nodes 3 --slots-per-node 1 --width slots --order fifo --backfill conservative ages.csv | awk -F, 'NR > 1 { print $1 " " $5 " to " $6 }' | sort | paste -sd, | sed 's/,/, /g'
