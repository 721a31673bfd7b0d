# A queue of YARN's may be written with root. and without: where the pools file has it the other way that is said. Else nothing is.
printf 'pool\nroot.busy\nidle\n' >pools.csv
for pool in busy root.idle lazy root.lazy; do
    printf 'job_id,submit_s,pool,maps,map_s\nj,0,%s,1,1\n' $pool | slot-replay --nodes 1 --slots-per-node 1 --pools pools.csv -
done
