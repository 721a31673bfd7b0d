# rules A1, A2, A3, A4: one node that takes 4 reducers and lets 2 compute. Two jobs, of three and two reduces; one copies for 4 s and
# computes for 10.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,1,1,3,4,10\nb,0,1,1,2,4,10\n' >jobs.csv
options='--nodes 1 --map-slots 2 --reduce-slots 2 --heartbeat 0 --order fifo jobs.csv'
slot-replay --attempts log.csv --admit cpac:4,2 $options >/dev/null
slot-audit log.csv slot-replay --admit cpac:4,2 $options && cut -d, -f1,4,6,10-13 log.csv
damage() {
    awk -F, -v OFS=, -v row="$1" -v name="$2" -v value="$3" -v name2="$4" -v value2="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) { if ($i == name) c = i; if ($i == name2) d = i } }
        NR == row { $c = value; if (d) $d = value2 } { print }' log.csv >bad.csv
    echo "$*"
    slot-audit bad.csv slot-replay --admit cpac:4,2 $options 2>&1
    echo "exit $?"
}
damage 6 compute_s 5 finish_s 15
damage 6 compute_s 4.9
damage 6 compute_s ''
echo '--- other numbers'
for admit in cpac:4,1 cpac:3,2 cpac:4,2,1 slots; do
    echo "$admit: $(slot-audit log.csv slot-replay --admit $admit $options 2>&1)"
done
