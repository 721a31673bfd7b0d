# rules O25, O26, O27, O28: classes and allocations by hand. 8 map slots on 4 nodes, so small jobs may be half of all; every block on every node; 10 s each.
#    0    A of p and B of q, 12 maps each; no look yet, so no allocations: p and q in turn, p first for its earlier job
#    0.5  both of 12 maps are small: 2 of 2 jobs, no shared pool. p and q have 8 pending each: 4 slots each
#    1    S of p, 2 maps, comes; the look at 1 has it alone small, 1 of 3: it is in the shared pool, which has ceil(2/2) = 1 slot; p and q 7 * 8 / 16 = 3
#   10    8 slots are free. p, q, shared run 0: p, q, then shared, by their earliest jobs; the shared pool runs its 1; p, q, p, q up to 3 each; the last slot is
#         borrowed: shared runs 1, the others 3
#   20    S has gone, so the shared pool is off again. A and B have 5 pending each: 8 * 5 / 10 = 4
printf 'job_id,submit_s,pool,maps,map_s\nA,0,p,12,10\nB,0,q,12,10\nS,1,p,2,10\n' >jobs.csv
eight='--nodes 4 --map-slots 2 --reduce-slots 1 --replication 4 --heartbeat 0'
launches() { tail -n +2 | sort -t, -s -k11,11n -k7,7 -k1,1 | awk -F, '{ if (NR == 1 || $11 != at) printf "%s%s:", NR == 1 ? "" : "\n", at = $11; printf " %s.%s/%s", $1, $4, $7 } END { print "" }'; }
slot-replay $eight --order modified-fair --record attempts jobs.csv | launches
slot-replay $eight --order modified-fair --record timeline --every 10s jobs.csv | cut -d, -f1-6
echo "--- a job that comes between two looks goes by the last one: T, of 2 maps at 1.2, is in the shared pool with S; U, of 3, is not"
printf 'job_id,submit_s,pool,maps,map_s\nA,0,p,12,10\nB,0,q,12,10\nS,1,p,2,10\nT,1.2,q,2,10\nU,1.3,q,3,10\n' >more.csv
slot-replay $eight --order modified-fair --record timeline --every 1.4s --until 2 more.csv | cut -d, -f1-6
echo "--- a maximum of 2 cuts p's allocation, and it may not borrow either"
printf 'pool,max_maps\np,2\nq,\n' >pools.csv
slot-replay $eight --order modified-fair --pools pools.csv --record attempts jobs.csv | launches
echo "--- in a pool most pending first, then fewest running (three map slots a node: no shared pool for one of two). 0: B 5, B 4, then 3 and 3: A runs fewer. 10: B 3, then A, then B 2. 20: A is the first"
printf 'job_id,submit_s,pool,maps,map_s\nA,0,p,3,10\nB,0,p,5,10\n' >two.csv
slot-replay --nodes 1 --map-slots 3 --reduce-slots 1 --heartbeat 0 --order modified-fair --record attempts two.csv | launches
echo "--- reduces have allocations of their own. 1: S is in the shared pool, which has ceil(3/2) = 2 of 4 since 0.5; p and q 2 * 9 / 18 = 1 each; A, B, S and, below its allocation, S again"
echo "--- 11: S's last, and one borrowed by p. 21: S has gone; p has 4 * 6 / 13 = 1, q 4 * 7 / 13 = 2; the fourth is borrowed by p, which runs fewer. 31: 4 * 4 / 9 = 1 and 2; 41: 4 * 2 / 5 = 1 and 2; the fourth each time by p"
printf 'job_id,submit_s,pool,maps,map_s,reduces,reduce_s\nA,0,p,4,1,9,10\nB,0,q,4,1,9,10\nS,0,p,1,1,3,10\n' >reduces.csv
slot-replay --nodes 4 --map-slots 3 --reduce-slots 1 --replication 4 --slowstart 1 --heartbeat 0 --order modified-fair --record attempts reduces.csv | grep ,reduce, | sed 1i- | launches
