# rules M2, M4, M5, M6, D3, D4: an allocator's offers with waits, skips, filters and maxima. The logs are those of offers-by-hand of
# slot-replay's tests, worked out there. Each is changed in one place.
options='--slots 1 --order offers --placement trace'
log() { slot-replay --quiet $options "$@" --attempts log.csv >rows.csv; }
audit() { slot-replay $options "$@" 2>&1 | sed 's/^slot-replay: //'; }
kinds='job_id,submit_s,pool,task_id,duration_s,hosts,kind'
# b at another time, and where and how near
move() { awk -F, -v OFS=, -v at="$1" '$1 == "b" { $11 = at; $13 = at + 10 } { print }' log.csv >moved.csv; }
printf '%s\na,0,,t,20,n1,map\nb,1,,t,10,n1,map\n' "$kinds" >wait.csv

echo '--- M6: n2 is declined at 1 and filtered up to 6: b, which may go anywhere from 4 on, starts at 7'
log --nodes 2 --delay wait:3,0,clock wait.csv
grep '^b' log.csv
audit --nodes 2 --delay wait:3,0,clock --audit log.csv wait.csv
for at in 4 6 8; do
    move $at
    audit --nodes 2 --delay wait:3,0,clock --audit moved.csv wait.csv
done
echo '--- D4: a wait of 7 s is over at 8, and n2 declined at 7 again: 13'
log --nodes 2 --delay wait:7,0,clock wait.csv
grep '^b' log.csv
move 7
audit --nodes 2 --delay wait:7,0,clock --audit moved.csv wait.csv
echo '--- D3: two skips, at 1 and 7; a third is one too many, and at 7 it is one too few'
log --nodes 2 --delay skips:2 wait.csv
grep '^b' log.csv
audit --nodes 2 --delay skips:2 --audit log.csv wait.csv
audit --nodes 2 --delay skips:1 --audit log.csv wait.csv
audit --nodes 2 --delay skips:3 --audit log.csv wait.csv
echo '--- M4.3: f may run 1, and g gets the rest of the node in the same round; g in the next one, or f beyond its maximum'
printf '%s\na,0,f,0,20,,map\na,0,f,1,20,,map\nb,0,g,0,20,,map\nb,0,g,1,20,,map\n' "$kinds" >whole.csv
printf 'pool,max_share\nf,1\ng,\n' >max.csv
options='--nodes 1 --slots 4 --order offers --delay none --pools max.csv'
log whole.csv
cut -d, -f1,4,11 log.csv
audit --audit log.csv whole.csv
awk -F, -v OFS=, '$1 == "b" { $11 += 1; $13 += 1 } { print }' log.csv >moved.csv
audit --audit moved.csv whole.csv
awk -F, -v OFS=, '$1 == "a" { $11 = 0; $13 = 20 } { print }' log.csv >moved.csv
audit --audit moved.csv whole.csv
echo '--- M4.2: two nodes, a tie: f by name, then g, which was offered fewer; f twice'
options='--nodes 2 --slots 1 --order offers --delay none'
log whole.csv
awk -F, -v OFS=, '$11 == 0 && $1 == "b" { $1 = "a"; $2 = "f"; $4 = 1; print; next } $1 $4 == "a1" { $1 = "b"; $2 = "g"; $4 = 0 } { print }' log.csv >moved.csv
cut -d, -f1,4,7,11 log.csv
audit --audit moved.csv whole.csv
