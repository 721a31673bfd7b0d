# Ticks of usage, cycles of negotiation and rounds of offers that find nothing new are made in one (U5.2, P5.1): 10^12 idle seconds
# between two jobs, and as many while all slots are taken, cost as little as 1,200. Made one by one they would take hours.
ulimit -t 60
for gap in 1200 1200000000000; do
    printf 'job_id,submit_s,pool,maps,map_s\na,0,p,4,8\nb,1,q,4,8\nc,%s,q,4,8\nd,%s,p,2,8\n' $gap $gap >idle.csv
    printf 'job_id,submit_s,pool,maps,map_s\na,0,p,1,%s\nb,1,q,1,%s\nc,2,q,2,8\nd,3,p,2,8\n' $gap $gap >busy.csv
    for order in usage:10s,1s usage:10s,1s,0,entry usage:7d,1s,0,product usage:100d,1s,0,halves negotiate offers; do
        for log in idle busy; do
            slot-replay --quiet --nodes 2 --slots-per-node 1 --heartbeat 0 --order $order $log.csv >$log.out || echo "failed: $order"
            awk -F, -v gap=$gap -v what="$order, $log:" '
                NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
                $1 > "b" { what = what " " $1 " ends gap + " $at["finish_s"] - gap } END { print what }' $log.out
        done
    done
done
