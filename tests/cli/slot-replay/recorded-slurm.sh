# A raw sacct, a real Slurm's (tests/real/slurm), keeps cores, nodes and limits where it is replayed as recorded: preset slurm is taken, and each
# job waits as in the replay of its tasks. Jobs waited 157.7 s in the mean and took 22.2 s.
log=$TOP/tests/real/slurm/s1.sacct
slot-trace --quiet --node-slots cores --cluster-out nodes.csv "$log" >tasks.csv
mean() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n++; s += $at["first_launch_s"] - $at["submit_s"] } END { printf "%d jobs wait %.1f s in the mean\n", n, s / n }'; }
slot-replay --preset slurm --cluster nodes.csv tasks.csv >rows.csv
mean <rows.csv
echo 'as recorded, from the raw log and from its tasks'
slot-replay --as-recorded "$log" 2>messages >raw.csv
sed 's|: .*sacct:|:|' messages
mean <raw.csv
slot-replay --quiet --as-recorded --preset slurm --cluster nodes.csv tasks.csv | mean
echo 'under its topology'
slot-replay --as-recorded --preset slurm --cluster "$TOP/tests/real/slurm/cluster.csv" "$log" | mean
echo 'without width'
slot-replay --quiet --as-recorded --preset slurm --width none --backfill none "$log" | mean
echo '--validate: no wait is set-up, also in a table of its tasks'
for file in "$log" tasks.csv; do
    slot-replay --validate --preset slurm --cluster nodes.csv "$file" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["format"] ": errors of makespan and response " $at["makespan_error"], $at["p50_error"] "; first launches given " $at["first_launches_given"] }'
done
echo 'slot-advise: a job is one slot there'
slot-advise --quiet "$log" | grep -A 1 -e '^LOAD' -e '^2 WAIT' -e 'switch is asked'
