# rule O25.6: Lo and Cheng's mechanisms apart. Two pools of equal weight share two slots; a has a job of 1 map and one of 3, b one of 2, all of
# 10 s and all there at 0. By hand: with sort (O28) the job with most pending goes first in a, without it the first submitted.
printf 'pool\na\nb\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na1,0,a,1,10\na3,0,a,3,10\nb2,0,b,2,10\n' >jobs.csv
for order in modified-fair:sort modified-fair:priority modified-fair:classes modified-fair:alloc,sort; do
    echo "$order: $(slot-replay --nodes 2 --map-slots 1 --reduce-slots 1 --replication 2 --heartbeat 0 --delay none --order $order --pools pools.csv --record attempts jobs.csv |
        cut -d, -f1,11 | sed 1d | sort -t, -k2,2n -k1,1 | tr '\n' ' ')"
done
slot-replay --nodes 2 --map-slots 1 --reduce-slots 1 --order modified-fair:sorted jobs.csv
slot-replay --nodes 2 --map-slots 1 --reduce-slots 1 --order modified-fair: jobs.csv
exit 0
