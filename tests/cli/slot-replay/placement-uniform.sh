# rules B2, B7: where blocks lie. Each node in turn is the only one with slots, so that its tasks say whether their block is there ('node'); nodes
# without slots are placed on too. The expected nodes come from an independent program (SplitMix64 and the draws of rule B2 in Python),
# for blocks 0 to 3 of 7 nodes:
#   name j, seed 1: 2 6 7 | 2 3 5 | 2 3 5 | 2 5 6; name f (the input_id), seed 1: 2 5 6 | 1 4 6 | 1 3 5 | 2 3 4; seed 2: 2 5 6 | 3 5 6 | 1 5 6 | 1 3 6
# Replication above the number of nodes is cut to it: all lie everywhere.
hosts() {
    n=1
    while [ $n -le 7 ]; do
        { echo node,map_slots,reduce_slots; for k in 1 2 3 4 5 6 7; do [ $k = $n ] && echo n$k,4,0 || echo n$k,0,0; done; } >cluster.csv
        slot-replay --cluster cluster.csv --record attempts "$@" | awk -F, '$9 == "node" { print $4, $7 }'
        n=$((n + 1))
    done | sort | awk 'BEGIN { last = -1 } $1 != last { printf "%sblock %s:", (NR > 1 ? "\n" : ""), $1; last = $1 } { printf " %s", $2 } END { print "" }'
}
printf 'job_id,submit_s,maps,map_s\nj,0,4,1\n' >own.csv
printf 'job_id,submit_s,maps,map_s,input_id\nj,0,4,1,f\n' >file.csv
echo own, seed 1; hosts own.csv
echo file, seed 1; hosts file.csv
echo file, seed 2; hosts --seed 2 file.csv
echo 9 replicas; hosts --replication 9 own.csv
