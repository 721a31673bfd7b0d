# rules S6, S12: --explain of a job that --until cuts off counts the time up to then. At 15: b waited for 9 s and has run since 10; c was passed by for b at 10;
# d was never offered anything; e comes later.
printf 'job_id,submit_s,maps,map_s\na,0,1,10\nb,1,2,10\nc,2,1,10\nd,12,1,10\ne,26,1,10\n' >jobs.csv
for job in b c d e; do
    slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --until 15s --explain $job jobs.csv
done
echo '--- held back all the time: 15 s'
printf 'pool,max_maps\ndefault,0\n' >pools.csv
slot-replay --quiet --nodes 1 --map-slots 1 --heartbeat 0 --pools pools.csv --until 15s --explain a jobs.csv
