# rules B10, L6, S2, L3, L4, L5, J3: rows dropped, doubled and numbered wrongly, and times that do not belong together.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,6,10,2,3,5\nb,1,5,7,1,1,4\n' >jobs.csv
options='--nodes 4 --racks 2 --map-slots 1 --reduce-slots 1 --replication 1 --order fair jobs.csv'
slot-replay --attempts log.csv $options >/dev/null
check() {
    echo "$1"
    slot-audit bad.csv slot-replay $options 2>&1
    echo "exit $?"
}
damage() {
    awk -F, -v OFS=, -v row="$1" -v name="$2" -v value="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        NR == row { $c = value } { print }' log.csv >bad.csv
    check "$1 $2 $3"
}
sed 5d log.csv >bad.csv; check 'without row 5'
sed 15d log.csv >bad.csv; check 'without row 15'
grep -v '^b,' log.csv >bad.csv; check 'without job b'
head -n 1 log.csv >bad.csv; check 'without any'
sed 5p log.csv >bad.csv; check 'row 5 twice'
awk -F, -v OFS=, '{ print } NR == 2 { $5 = 1; $11 = 22; $13 = 29; print }' log.csv >bad.csv; check 'row 2 again later'
awk -F, -v OFS=, '{ print } NR == 2 { $5 = 1; $11 = 5; $13 = 12; print }' log.csv >bad.csv; check 'row 2 again meanwhile'
damage 7 attempt 1
damage 8 finish_s 11
damage 8 launch_s 1
damage 9 ready_s 0.5
damage 12 ready_s 8
damage 12 compute_s 22
damage 14 compute_s 28
damage 14 finish_s 36
# Out of order: the log need not be in order of time.
{ head -n 1 log.csv; tail -n +2 log.csv | sort -r; } >bad.csv; check 'another order'
# Columns in another order, and one more.
awk -F, -v OFS=, '{ print NR, $15, $14, $13, $12, $11, $10, $9, $8, $7, $6, $5, $4, $3, $2, $1 }' log.csv | sed 's/^1,/note,/' >bad.csv; check 'columns in another order'
