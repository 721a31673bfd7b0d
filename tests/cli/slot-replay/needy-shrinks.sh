# rule O4: what a pool is entitled to is its minimum or its demand, whichever is less, and the demand falls as tasks end. By hand, three
# slots, minima of 4, kept though they exceed the slots: at 0 go p's task, q's, and at 1/4 each p's again, which was first. At 10 all end,
# and p wants 2, q 4: at 0 each p's goes, then q's at 0/4; then p has 1/2 and q 1/4, so the third is q's. Had p's minimum stayed at 4, it
# would be p's.
printf 'pool,min_maps\np,4\nq,4\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,4,10\nb,0,q,5,10\n' >jobs.csv
slot-replay --nodes 1 --map-slots 3 --heartbeat 0 --order hfs --pools pools.csv --over-min keep --record attempts jobs.csv | cut -d, -f1,2,4,11,13
