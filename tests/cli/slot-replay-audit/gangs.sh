# rules G1, G3, G4, G5, G6, G8: logs of gangs, each changed in one place. Those of --backfill are worked out in gangs-backfill of
# slot-replay's tests.
log() { slot-replay --quiet --nodes $nodes --slots 1 --width slots "$@" --attempts log.csv >rows.csv; }
audit() { slot-replay --nodes $nodes --slots 1 --width slots "$@" 2>&1 | sed 's/^slot-replay: //'; }
# job's tasks at another time
move() { awk -F, -v OFS=, -v job="$1" -v by="$2" '$1 == job { $11 += by; $13 += by } { print }' log.csv >bad.csv; }
cat >jobs.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,2,10,10
b,1,3,10,10
c,2,4,10,10
d,3,1,25,25
END
nodes=4
echo '--- easy: d takes the extra node at 3. It may not, if c, too, has a reservation: from 20 to 30, on all nodes'
log --order fifo --backfill easy jobs.csv
for backfill in easy easy:2 conservative none; do
    echo "$backfill: $(audit --order fifo --backfill $backfill --audit log.csv jobs.csv)"
done
echo '--- conservative: d at 30. Under easy it had to start at 3, and at 20 c goes before it'
log --order fifo --backfill conservative jobs.csv
for backfill in conservative easy skip; do
    echo "$backfill: $(audit --order fifo --backfill $backfill --audit log.csv jobs.csv)"
done
echo '--- b starts at 10, not when nothing ends'
move b 2
audit --order fifo --backfill conservative --audit bad.csv jobs.csv
move c -0.5
audit --order fifo --backfill conservative --audit bad.csv jobs.csv

# O9: at 10 the smaller of x (3 nodes) and y (2). O4: pool p runs 2 slots for its weight of 1, q none: z before y.
printf 'job_id,submit_s,pool,maps,map_s,limit_s\na,0,p,2,10,10\ne,0,p,2,20,20\nx,1,p,3,10,10\ny,2,p,2,10,10\nz,3,q,2,10,10\n' >turns.csv
echo '--- srtf: y at 10, being smaller than x; fair: x is first, and holds all others back until 20; hfs: z of q at 10'
for order in srtf fair hfs; do
    log --order $order turns.csv
    awk -F, -v order=$order 'NR > 1 && $11 > 0 { print order ": " $1 "." $4, "at", $11 }' log.csv
    for other in srtf fair hfs; do
        echo "as $other: $(audit --order $other --audit log.csv turns.csv)"
    done
done
echo '--- G3.3: p may run 3 slots'
printf 'pool,max_share\np,3\nq,\n' >max.csv
printf 'job_id,submit_s,pool,maps,map_s,limit_s\na,0,p,2,10,10\nb,1,p,2,10,10\nc,2,q,2,10,10\n' >beyond.csv
log --order hfs beyond.csv
audit --order hfs --pools max.csv --audit log.csv beyond.csv
echo '--- G6: the tightest rack, r2, not two nodes of r1'
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\nn3,r1,1\nn4,r2,1\nn5,r2,1\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s,limit_s\na,0,2,10,10\n' >two.csv
racks() { slot-replay --quiet --cluster cluster.csv --width slots "$@" 2>&1 | sed 's/^slot-replay: //'; }
racks --order fifo --attempts log.csv two.csv >rows.csv
racks --order fifo --audit log.csv two.csv
sed 's/n4,r2/n1,r1/; s/n5,r2/n2,r1/' log.csv >bad.csv
racks --order fifo --audit bad.csv two.csv
echo '--- G8: n1 is taken until 30, n3 and n4 until 5. b waits for one rack from 0 on, until 7, or from when it could have started: until 12'
printf 'job_id,submit_s,maps,map_s,limit_s\nx,0,1,5,5\ny,0,1,5,5\nz,0,1,30,30\nb,0,2,10,10\n' >wait.csv
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\nn3,r2,1\nn4,r3,1\n' >cluster.csv
for switches in 1@7 1@7,first; do
    racks --order fifo --switches $switches --attempts log.csv wait.csv >rows.csv
    awk -F, -v s=$switches 'NR > 1 && $1 == "b" { print s ": " $1 "." $4, "on", $7, "at", $11 }' log.csv
    racks --order fifo --switches 1@7 --audit log.csv wait.csv
    racks --order fifo --switches 1@7,first --audit log.csv wait.csv
done
echo '--- a task of c less; a second attempt of it; c at 10, when b and d hold slots; G8: b in two racks at 5, when 1@7 holds it back'
nodes=4
log --order fifo --backfill easy jobs.csv
awk -F, '!($1 == "c" && $4 == 3)' log.csv >bad.csv
audit --order fifo --backfill easy --audit bad.csv jobs.csv
awk -F, -v OFS=, '$1 == "c" && $4 == 3 { $5 = 1 } { print }' log.csv >bad.csv
audit --order fifo --backfill easy --audit bad.csv jobs.csv
move c -18
audit --order fifo --backfill easy --audit bad.csv jobs.csv
racks --order fifo --attempts log.csv wait.csv >rows.csv
racks --order fifo --switches 1@7 --audit log.csv wait.csv
echo '--- G5: c follows z, which takes no time, so its cycle is not followed. The slot of n1 is of a until 10'
nodes=2
printf 'job_id,submit_s,after_job,think_s,maps,map_s\na,0,,,1,10\nz,1,,,1,0\nc,,z,0,1,10\n' >follows.csv
log --order fifo --backfill easy follows.csv
sed '/^c,/s/,n2,/,n1,/' log.csv >bad.csv
audit --order fifo --backfill easy --audit bad.csv follows.csv
