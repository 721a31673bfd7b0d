# The audit says whose turn it was, by rules M4, P3, P6: logs in which pool B has what was A's, or A what was B's.
{ echo 'job_id,submit_s,pool,maps,map_s'; echo 'a,0,A,4,100'; echo 'b,0,B,4,100'; } >jobs.csv
audit() { slot-replay --quiet --nodes 2 --slots 1 "$@" jobs.csv 2>&1 | sed 's/^slot-replay: //; /not checked/d'; }
log() { slot-replay --quiet --nodes 2 --slots 1 "$@" --attempts log.csv jobs.csv >rows.csv; }
# Of a's first two tasks and b's the launches at the time change places: job and pool of rows.
swap() { awk -F, -v OFS=, -v at="$1" 'NR > 1 && $11 == at && $1 == "b" { $1 = "a"; $2 = "A"; $4 = n + 1; n++ } { print }' log.csv >swapped.csv; }

echo '--- offers'
log --order offers --delay none --until 50
audit --order offers --delay none --until 50 --audit log.csv
swap 0
audit --order offers --delay none --until 50 --audit swapped.csv
echo '--- negotiate'
log --order negotiate --until 50
audit --order negotiate --until 50 --audit log.csv
swap 0
audit --order negotiate --until 50 --audit swapped.csv
echo '--- negotiate: at 100 the claims go on with each its own'
log --order negotiate --until 150
awk -F, -v OFS=, 'NR > 1 && $11 == 100 { $7 = $7 == "n1" ? "n2" : "n1" } { print }' log.csv >nodes.csv
audit --order negotiate --until 150 --audit nodes.csv
