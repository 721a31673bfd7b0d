# rules G1, G3.3, G6.1, G7, H2: logs of gangs, each changed in one place.
run() { slot-replay --quiet --nodes 4 --slots-per-node 1 --width slots --order "$@" jobs.csv; }
log() { run "$@" --attempts log.csv >rows.csv; }
check() { log=$1; shift; slot-audit "$log" slot-replay --quiet --nodes 4 --slots-per-node 1 --width slots --order "$@" jobs.csv 2>&1; echo "exit $?"; }
# change WHAT [NAME=VALUE]: an awk rule on the rows
change() { awk -F, -v OFS=, "$1 1" log.csv >bad.csv; }
cat >jobs.csv <<'END'
job_id,submit_s,maps,map_s,limit_s
a,0,2,10,10
b,1,3,10,10
c,2,4,10,10
d,3,1,25,25
END
log fifo --backfill easy
check log.csv fifo --backfill easy
echo '--- c half a second sooner, when d holds a slot; a task of it on the node of another; two tasks the other way round'
change '$1 == "c" { $11 -= 18; $13 -= 18 }'; check bad.csv fifo
change '$1 == "b" && $4 == 1 { $7 = "n1" }'; check bad.csv fifo
change '$1 == "b" { $7 = "n" 4 - $4 }'; check bad.csv fifo
echo '--- a task less; a second attempt; one later, one longer; a job too short; another level'
change '$1 == "c" && $4 == 3 { next }'; check bad.csv fifo
check bad.csv fifo --until 50
change '$1 == "c" && $4 == 3 { $5 = 1 }'; check bad.csv fifo
change '$1 == "c" && $4 == 3 { $11 += 1 }'; check bad.csv fifo
change '$1 == "c" && $4 == 3 { $13 += 1 }'; check bad.csv fifo
change '$1 == "c" { $13 -= 1 }'; check bad.csv fifo
change '$1 == "c" { $9 = "any" }'; check bad.csv fifo
echo '--- G3.3: p may run 3 slots'
printf 'pool,max_share\np,3\nq,\n' >max.csv
printf 'job_id,submit_s,pool,maps,map_s,limit_s\na,0,p,2,10,10\nb,1,p,2,10,10\nc,2,q,2,10,10\n' >jobs.csv
log hfs
check log.csv hfs --pools max.csv
echo '--- G1.1: four processors on two nodes take two slots of each; a third job of one on one of these has no room'
printf 'job_id,submit_s,job_nodes,job_cpus,maps,map_s\na,0,2,4,1,10\nb,0,1,1,1,10\n' >jobs.csv
wide() { slot-replay --quiet --nodes 3 --slots-per-node 2 --width slots --order fifo "$@" jobs.csv; }
wide --record attempts >log.csv
slot-audit log.csv slot-replay --nodes 3 --slots-per-node 2 --width slots --order fifo jobs.csv; echo "exit $?"
change '$1 == "b" { $7 = "n2" }'; slot-audit bad.csv slot-replay --nodes 3 --slots-per-node 2 --width slots --order fifo jobs.csv 2>&1; echo "exit $?"
