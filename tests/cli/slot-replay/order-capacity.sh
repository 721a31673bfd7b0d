# rules O12, O13, O6, O1: who gets the slots of one instant, in order, or how many each runs.
run() { { echo job_id,submit_s,pool,user,priority,weight,maps,map_s; cat; } >jobs.csv
    slot-replay --nodes 1 --slots-per-node 10 --heartbeat 0 --pools pools.csv --order capacity --until 0 --record attempts "$@" jobs.csv | awk -F, 'NR > 1 { printf " %s", $1 } END { print "" }'; }
aew() { printf 'a,0,ads,u,,,30,9\ne,0,etl,u,,,30,9\nw,0,web,u,,,30,9\n'; }
# prod (ads 0.4, etl 0.3, so 0.7) and web 0.3; running/capacity of prod and web, in prod of ads and etl:
#   0 0 (0 0) a | 1.43 0: w | 1.43 3.33 (2.5 0) e | 2.86 3.33 (2.5 3.33) a | 4.29 3.33: w | 4.29 6.67 (5 3.33) e | 5.71 6.67 (5 6.67) a | 7.14 6.67: w | 7.14 10 (7.5 6.67) e | 8.57 10 (7.5 10) a
printf 'pool,parent,capacity\nprod,,\nads,prod,0.4\netl,prod,0.3\nweb,,0.3\n' >pools.csv
aew | run
# no work for etl: its part goes to ads first, as prod's; web alone has all ten. A pool that guarantees nothing gets what is left: d after the 4 of a.
aew | grep -v e, | run
aew | grep w | run
{ aew | grep w | sed s/30/4/; echo d,0,,u,,,30,9; } | run
# prod may have 0.65, cut to 6, web 0.3: one slot stays free. 0.05 is not a whole slot, and 0 is none: nobody runs.
printf 'pool,parent,capacity,max_capacity\nprod,,,0.65\nads,prod,0.4,\netl,prod,0.3,\nweb,,0.3,0.3\n' >pools.csv
aew | run
printf 'pool,capacity,max_capacity\nads,0.4,0.05\nweb,0.3,0\netl,0.3,\n' >pools.csv
aew | grep -v e, | run
# A part is a float, its percentage over 100: 0.7 of ten slots is 7,167.9999 MB, so 6, as in Hadoop 3.3.6; 0.6 is 6,144.0002, so 6, too.
for most in 0.7 0.6; do
    printf 'pool,capacity,max_capacity\nads,1,%s\n' $most >pools.csv
    aew | grep a, | run
done
# fifo inside (y is high), unless the row says fair: x 0, y 0: x; 1 0: y; 1 1/2: y; 1 1: x ...
printf 'pool,capacity\nads,1\n' >pools.csv
xy() { printf 'x,0,ads,u,,,30,9\ny,0,ads,v,high,,30,9\n'; }
xy | run
printf 'pool,capacity,policy\nads,1,fair\n' >pools.csv
xy | run
# a maximum in slots holds, too
printf 'pool,capacity,max_share,max_capacity\nads,1,2,0.5\n' >pools.csv
xy | run
# users: half of the capacity 0.5 of ten slots is 2.5, so 3, and one more is let through: 4 each. u's two jobs together; those without a user are one user's.
printf 'pool,capacity,user_limit\nads,0.5,0.5\nweb,0.5,\n' >pools.csv
printf 'u1,0,ads,u,,,2,9\nu2,0,ads,u,,,30,9\nv1,0,ads,v,,,30,9\nn1,0,ads,,,,1,9\nn2,0,ads,,,,30,9\n' | run
# a limit of less than a slot is one, so he runs two; a part of nothing counts as one slot, nine times that; u in another pool is another matter
printf 'pool,capacity,user_limit\nads,0,9\nweb,0.3,0.01\n' >pools.csv
aew | grep -v e, | run
# Who is held back comes in when one of his ends: u 3 at 0, where 2 is the limit, one ends at 1 and two at 2, j2 is served then; the slots of the cluster are not the matter.
printf 'pool,capacity,user_limit\nads,0.2,1\n' >pools.csv
printf 'job_id,submit_s,pool,user,maps,map_s\nj1,0,ads,u,1,1\nj2,0,ads,u,3,2\nv,0,ads,v,1,5\n' >jobs.csv
slot-replay --nodes 1 --slots-per-node 10 --heartbeat 0 --pools pools.csv --order capacity --record attempts jobs.csv | cut -d, -f1,4,11
# n2 comes at 5: 4 of 8 slots are 8 of 16; of a user 1 and 2 (half of 0.25), so he runs 2 and 3; at 10 it is gone again, and nothing is launched until he runs 1.
printf 'node,slots,from_s,to_s\nn1,8,,\nn2,8,5,10\n' >cluster.csv
printf 'pool,capacity,max_capacity,user_limit\nads,0.25,0.5,0.5\nweb,0.75,0.5,\n' >pools.csv
printf 'job_id,submit_s,pool,user,maps,map_s\na,0,ads,u,6,8\nw,0,web,u,12,30\n' >jobs.csv
slot-replay --cluster cluster.csv --heartbeat 0 --pools pools.csv --order capacity --until 20 --record attempts jobs.csv | awk -F, 'NR > 1 { n[$1 "," $7 "," $11 "," $13 "," $14]++ } END { for (k in n) print n[k] "," k }' | sort -t, -k4,4n -k2
# min_user_limit (O13.5), a queue of 100 slots at 0.2: five users come to about a fifth each as tasks end, a sixth waits for them; f comes in when a's jobs are done.
# What runs of each after 100 s, and after 250 s:
printf 'pool,capacity,min_user_limit\nq,1,0.2\n' >pools.csv
{ echo job_id,submit_s,pool,user,maps,map_s; for u in a b c d e f; do echo $u,$((n = ${n:--1} + 1)),q,$u,$([ $u = a ] && echo 300 || echo 1000),10; done; } >jobs.csv
for at in 100 250; do
    slot-replay --nodes 1 --slots-per-node 100 --heartbeat 0 --pools pools.csv --order capacity --until 300 --record attempts jobs.csv |
        awk -F, -v at=$at 'NR > 1 && $11 <= at && ($13 > at || $13 == "") { n[$1]++ } END { for (u in n) print at, u, n[u] }' | sort
done
# by hand, 4 slots: u alone may run more than 2 no more, so 3 of 4. At 8 they end; u runs none, v 1: of three users that ask each may run
# ceil((1 + 1) / 3) = 1, as is 0.25 of 4, so u launches 2; then ceil((3 + 1) / 3) is 2, and u launches one more.
printf 'pool,capacity,user_limit,min_user_limit\nq,1,0.5,0.25\n' >pools.csv
printf 'job_id,submit_s,pool,user,maps,map_s\nu,0,q,u,9,8\nv,1,q,v,9,8\nw,1,q,w,9,8\n' >jobs.csv
slot-replay --nodes 1 --slots-per-node 4 --heartbeat 0 --pools pools.csv --order capacity --record attempts --until 20 jobs.csv | cut -d, -f1,4,11
# other orders do not look at parts of the cluster
slot-replay --nodes 1 --slots-per-node 10 --heartbeat 0 --pools pools.csv --order hfs jobs.csv | wc -l
# what a pools file may not say
for bad in capacity,40 max_capacity,1.5 user_limit,-1 capacity,x min_user_limit,1.01; do
    printf 'pool,%s\nads,%s\n' $(echo $bad | tr , ' ') >pools.csv
    slot-replay --nodes 1 --slots-per-node 10 --pools pools.csv --order capacity jobs.csv
    echo "exit $?"
done
# O13.1, a user limit of 0: L = ceil(0 x 2) = 0 and one more is let through, so u's three maps of 10 s go one after the other beside a free slot.
printf 'pool,capacity,user_limit\nzero,0.5,0\n' >zero.csv
printf 'job_id,submit_s,pool,user,maps,map_s\nz,0,zero,u,3,10\n' >one.csv
slot-replay --nodes 1 --slots-per-node 4 --order capacity --pools zero.csv --heartbeat 0 one.csv | cut -d, -f1,6
# O12.3: 0.24 of 4 slots is none, so the job of q can never run; 0.25 is one. (real/yarn/3.3.6/small.txt, max-below-a-slot)
printf 'job_id,submit_s,pool,maps,map_s\nq,0,q,2,10\nf,0,f,1,10\n' >two.csv
for most in 0.25 0.24; do
    printf 'pool,capacity,max_capacity\nq,0.2,%s\nf,0.8,\n' $most >pools.csv
    slot-replay --nodes 1 --slots-per-node 4 --order capacity --pools pools.csv --heartbeat 0 two.csv | cut -d, -f1,6
done
