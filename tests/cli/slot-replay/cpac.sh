# rule A1 A2 A3 A4 A5
# TR 5.2's dual-core machine: 2 map slots, 6 reducers of which 2 may compute. A lone large job (40 maps of 10 s: done at 200) gets only two
# reducers while its maps run; a small job at 50 finds room for both of its own. small's two maps run on one slot from 50 to 60, so big's end at 210.
# Then its two reducers end copying 2/40 s later, compute for 10 s, and two more may copy at once.
cat > jobs.csv <<'J'
job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s
big,0,40,10,12,2,10
small,50,2,5,2,1,5
J
slot-replay --nodes 1 --map-slots 2 --reduce-slots 2 --heartbeat 0 --admit cpac:6,2 --record attempts jobs.csv >log.csv
echo "reducers of big launched before its maps are done:" "$(awk -F, '$1 == "big" && $6 == "reduce" && $11 < 210' log.csv | wc -l)"
awk -F, '$6 == "reduce" { print $1, $4, $11, $12, $13 }' log.csv | head -6
echo "most computing at once:" "$(awk -F, '$6 == "reduce" { print $12, 1; print $13, -1 }' log.csv | sort -k1,1n -k2,2n | awk '{ n += $2; if (n > most) most = n } END { print most }')"
echo "most on the node at once:" "$(awk -F, '$6 == "reduce" { print $11, 1; print $13, -1 }' log.csv | sort -k1,1n -k2,2n | awk '{ n += $2; if (n > most) most = n } END { print most }')"
echo "without it small waits for big's reducers:"
slot-replay --nodes 1 --map-slots 2 --reduce-slots 2 --heartbeat 0 jobs.csv | awk -F, '$1 == "small" { print $7 }'
slot-replay --nodes 1 --map-slots 2 --reduce-slots 2 --heartbeat 0 --admit cpac:6,2 jobs.csv | awk -F, '$1 == "small" { print $7 }'
echo "utilization of reduces is computing over C: 12 x 10 s + 2 x 5 s over 2 x makespan"
slot-replay --nodes 1 --map-slots 2 --reduce-slots 2 --heartbeat 0 --admit cpac:6,2 --record summary jobs.csv | awk -F, 'NR == 2 { printf "%.6f %.6f\n", $15, 130 / (2 * $3) }'
echo "cap 1: no job has two reducers on the node"
slot-replay --nodes 1 --map-slots 2 --reduce-slots 2 --heartbeat 0 --admit cpac:6,2,1 --record attempts jobs.csv | awk -F, '$6 == "reduce" { print $1, $11, 1; print $1, $13, -1 }' | sort -k1,1 -k2,2n -k3,3n | awk '{ n[$1] += $3; if (n[$1] > most) most = n[$1] } END { print most }'
slot-replay --nodes 1 --slots-per-node 2 --admit cpac:6,2 jobs.csv
slot-replay --nodes 1 --admit cpac:2,6 jobs.csv
