# rule S1: a pool whose first row comes at 10 has no steady share before that. By hand: 8 slots, p alone has 8, then p
# and q have 4 each. A job of q that is read at 0 (submitted at 5, as the second row) makes q known from then on.
steady() {
    slot-replay --quiet --heartbeat 0 --nodes 1 --map-slots 8 --reduce-slots 0 --pools pools.csv --record timeline \
        --every 5s "$1" | awk -F, 'NR > 1 { print $1, $2, $8 }'
}
printf 'pool,weight,from_s\np,,\nq,,10\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,8,16\n' >one.csv
steady one.csv
echo '--- a job of q'
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,8,9\nb,5,q,1,1\n' >two.csv
steady two.csv
