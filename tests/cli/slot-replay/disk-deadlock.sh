# rules A8 A9: TR 5.4's deadlock. Two nodes of two map slots and one reduce slot, with room for 500 bytes each; a and b have eight maps of 10 s that write 100 bytes each: either fits, both do not.
# fair: a has four maps at 0 and, with b there since 5, b two of those at 10, and as many at 20: 300 bytes of b, 700 of a. At 30 no map has room, and the reduces wait for them.
# latest, least-progress (7 of 9 against 3 of 9): b gives way; a's last map at 30, its reduce computes from 40 to 45; b starts again at 45: maps to 55 and 65, ends at 70.
# most-space: a gives way; b's five maps at 30 and 40, ends at 55; a again: 65, 75, ends at 80. none: both wait for ever.
cat >jobs.csv <<'J'
job_id,submit_s,maps,map_s,reduces,reduce_s,shuffle_bytes
a,0,8,10,1,5,800
b,5,8,10,1,5,800
J
for rule in latest least-progress most-space none; do
    echo "--evict $rule"
    slot-replay --nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fair --disk 500 --evict $rule --attempts a.csv --decisions d.csv jobs.csv >out-$rule.csv 2>err || { cat err; continue; }
    cut -d, -f1,4,6,12,19,21 out-$rule.csv
    grep evict d.csv
    grep reduce a.csv | cut -d, -f1,5,7,11-14
done
echo "by default latest; --explain says it to whoever asks"
slot-replay --nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fair --disk 500 --explain b jobs.csv | grep -A1 evicted
slot-replay --nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fair --disk 500 jobs.csv | cmp - out-latest.csv
echo "a timeline counts what nodes hold"
slot-replay --nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fair --disk 500 --record timeline --every 10s jobs.csv |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "intermediate_bytes") k = i } { print $1, $3, $4, $k }'

# With 3 s heartbeats and no other b is evicted when the last slot has been reported, at a heartbeat: the nodes' phases are 0 and 1.5 s.
echo "with heartbeats"
slot-replay --nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 3s --out-of-band no --order fair --disk 500 --decisions d.csv jobs.csv | cut -d, -f1,12,21
grep evict d.csv | awk -F, '{ print $3, "evicted at a heartbeat:", $1 % 1.5 == 0 ? "yes" : "no" }'

# What waits for a slot of what waits for room: one node with a map slot, a reduce slot and room for 300, fifo, --slowstart 0. b (three maps of 100) has the reduce slot since 0. a goes first by its priority: at 10 its map, which
# takes 200. At 20 b's next map has no room, and a's reduce no slot: b's has it. Evicted is a, the latest; b ends at 20 + 20 + 5 = 45, a at 45 + 10 + 5 = 60.
cat >jobs.csv <<'J'
job_id,submit_s,priority,maps,map_s,reduces,reduce_s,shuffle_bytes
b,0,normal,3,10,1,5,300
a,5,high,1,10,1,5,200
J
echo "for slots that wait for room"
slot-replay --nodes 1 --map-slots 1 --reduce-slots 1 --slowstart 0 --heartbeat 0 --order fifo --disk 300 --attempts a.csv --decisions d.csv jobs.csv | cut -d, -f1,6,12,21
cut -d, -f1,4,6,11-14 a.csv
grep evict d.csv | cut -d, -f1,3,4

# Room for 300, three slots, fair: at 0 a map of a (150 of its 300 bytes), of b (100 of 200) and of c (50 of 100): full at 10. c's 50 are not enough for b (100) or a (150), so b goes too, at that instant; a's second map ends
# at 20, and both are let back: b's two maps and one of c at 20, b ends at 30, c's other map then, to 40. b and c have run three maps for two.
cat >jobs.csv <<'J'
job_id,submit_s,maps,map_s,shuffle_bytes
a,0,2,10,300
b,0,2,10,200
c,0,2,10,100
J
echo "two at one instant"
slot-replay --nodes 1 --map-slots 3 --reduce-slots 0 --heartbeat 0 --order fair --disk 300 --decisions d.csv --attempts a.csv jobs.csv | cut -d, -f1,6,12
grep evict d.csv | cut -d, -f1,3,5

# A8: let back by one that was there, not by who came later. The same with a job of 5 s, without output, that comes at 11 and ends at 16: b and c stay away until 20.
echo "not let back by a job that came later"
printf 'd,11,1,5,0\n' >>jobs.csv
slot-replay --nodes 1 --map-slots 3 --reduce-slots 0 --heartbeat 0 --order fair --disk 300 --attempts a.csv jobs.csv | cut -d, -f1,6,12
awk -F, '$11 > 0 { print $1, $4, $11 }' a.csv | sort
