# rule B1: node i from 0 of n in rack floor(i K / n) + 1: of 5 nodes in 2 racks n1 n2 n3 | n4 n5; 5 in 4: n1 n2 | n3 | n4 | n5.
printf 'job_id,submit_s,maps,map_s\nj,0,5,1\n' >jobs.csv
for racks in 1 2 4 5; do
    slot-replay --nodes 5 --racks $racks --map-slots 1 --heartbeat 0 --record attempts jobs.csv | tail -n +2 | cut -d, -f7,8 | tr ',\n' ': '
    echo
done
