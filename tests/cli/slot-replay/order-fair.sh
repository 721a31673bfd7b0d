# rules O1, O3: fewest running first, ties by submission: 7 slots at 0 for a, b, c of 9 maps: a b c a b c a, whatever weights and priorities; the pool's
# maximum of 1 is not looked at. d comes at 5. At 10 a's three end: a (0, a tie with d, earlier), d (0), a (a tie at 1). At 11 b's two: b (0), b (a
# tie with d at 1); at 12 c's.
cat >jobs.csv <<E
job_id,submit_s,pool,priority,weight,maps,map_s
a,0,p,low,1,9,10
b,0,p,normal,9,9,11
c,0,q,high,1,9,12
d,5,q,normal,1,2,10
E
printf 'pool,max_maps\np,1\nq,1\n' >pools.csv
slot-replay --nodes 1 --map-slots 7 --heartbeat 0 --order fair --pools pools.csv --record attempts jobs.csv |
    tail -n +2 | sort -t, -k11,11n -s | awk -F, '$11 < 13 { printf " %s@%s", $1, $11 } END { print "" }'
