# rule B3: as placement-uniform, by HDFS's rule, and from an independent program too, for 7 nodes.
#   racks n1 n2 n3 | n4 n5 | n6 n7: 7 2 3 | 2 5 4 | 2 5 4 | 6 5 4 in the order drawn; a fourth: 1 2 3 7 | 2 3 4 5 | 2 4 5 6 | 2 4 5 6
#   one rack, and a rack a node: 2 6 7 | 2 3 5 | 2 3 5 | 2 5 6
hosts() {
    n=1
    while [ $n -le 7 ]; do
        { echo node,rack,map_slots,reduce_slots; for k in 1 2 3 4 5 6 7; do [ $k = $n ] && echo n$k,$(rack $k),4,0 || echo n$k,$(rack $k),0,0; done; } >cluster.csv
        slot-replay --cluster cluster.csv --placement hdfs --record attempts "$@" jobs.csv | awk -F, '$9 == "node" { print $4, $7 }'
        n=$((n + 1))
    done | sort | awk 'BEGIN { last = -1 } $1 != last { printf "%sblock %s:", (NR > 1 ? "\n" : ""), $1; last = $1 } { printf " %s", $2 } END { print "" }'
}
printf 'job_id,submit_s,maps,map_s\nj,0,4,1\n' >jobs.csv
rack() { echo r$((($1 - 1) * 3 / 7)); }
echo three racks; hosts
echo 4 replicas; hosts --replication 4
rack() { echo r; }
echo one rack; hosts
rack() { echo r$1; }
echo a rack a node; hosts
