# rule O29: priorities that move, by hand. z holds n1 and is the small job, so that the others are not; x, y, v of p have n2 and n3, each in a rack of its own, 10 s each.
#   0   n2: x (most pending) at its node; n3: x anywhere: node -> any, NORMAL to VERY_LOW
#   10  n2: y (4 pending, v 2) anywhere, its first; n3: y at its node: any -> node, NORMAL to VERY_HIGH, as printed to LOW
# corrected:
#   20  n2: y anywhere: node -> any, VERY_HIGH to NORMAL; n3: v (2 pending, y 1) at its node, its first
#   30  n2: y (as many pending as v, and earlier) anywhere; n3: v at its node
#   40  x, alone
# as printed:
#   20  n2: v anywhere; n3: v at its node
#   30  n2: y anywhere: node -> any, LOW to VERY_LOW; n3: x (6 pending, y 1) anywhere
#   40  n2: x at its node: any -> node, VERY_LOW to LOW; n3: x anywhere: back to VERY_LOW; at 50 the same
#   60  n2: x (as many pending as y, and earlier) at its node; n3: y at its node
printf 'node,rack,map_slots,reduce_slots\nn1,r1,1,1\nn2,r2,1,1\nn3,r3,1,1\n' >cluster.csv
{
    echo job_id,submit_s,pool,kind,task_id,duration_s,hosts
    echo z,0,r,map,0,1000,n1
    for t in 0 1 2 3 4 5 6 7; do echo x,0,p,map,$t,10,n2; done
    for t in 0 1 2 3; do echo y,0,p,map,$t,10,n3; done
    for t in 0 1; do echo v,0,p,map,$t,10,n3; done
} >tasks.csv
for table in corrected printed; do
    echo $table
    slot-replay --cluster cluster.csv --placement trace --heartbeat 0 --order modified-fair --lc-table $table --record attempts tasks.csv |
        tail -n +2 | grep -v ^z | sort -t, -s -k11,11n -k7,7 | cut -d, -f1,4,7,9,11
done
slot-replay --cluster cluster.csv --placement trace --heartbeat 0 --order modified-fair tasks.csv >default.csv
slot-replay --cluster cluster.csv --placement trace --heartbeat 0 --order modified-fair --lc-table corrected tasks.csv | cmp - default.csv && echo corrected unless given
