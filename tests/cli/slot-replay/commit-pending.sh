# rule L7: one slot, two jobs of 10 s maps, --order fair. A slot that frees at 10 leaves both jobs with none running: a, submitted first, gets it
# again and again (a a a b b b). With --commit-pending 1s a still counts as running one at 10, so b gets it: a b a b a b, TR 4.1.
printf 'job_id,submit_s,maps,map_s\na,0,3,10\nb,0,3,10\n' >jobs.csv
for pending in 0 1s; do
    slot-replay --nodes 1 --map-slots 1 --order fair --heartbeat 0 --commit-pending $pending --record attempts jobs.csv | awk -F, 'NR > 1 { printf " %s@%s", $1, $11 } END { print "" }'
done
# The pool counts it too: the timeline at 10.5 says 2 running on the one slot.
slot-replay --nodes 1 --map-slots 1 --order fair --heartbeat 0 --commit-pending 1s --record timeline --every 500ms --until 11s jobs.csv | tail -n 3 | cut -d, -f1,3,5
