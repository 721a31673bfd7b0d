# rules T2, A3, C6: what ends at one instant. By hand: t0 copies from 0 to 4 and computes to 5; t1 is done at 0.5. The look at 1 finds t0 at 1/12, below
# the mean of 13/24 less 0.2, and copies it on n2, where copying ends at 5. The end of a copy phase is applied before the ends of attempts, so the copy
# began to compute at 5, the instant at which it is superseded, with cpac as without.
printf 'job_id,submit_s,stage,kind,task_id,duration_s,copy_s\nj,0,0,reduce,t0,1,4\nj,0,0,reduce,t1,0.5,0\n' >tasks.csv
for rule in slots cpac:2,2; do
    slot-replay --nodes 2 --map-slots 1 --reduce-slots 2 --heartbeat 0 --admit $rule --speculate hadoop:0.2,0 --speculate-every 1 --record attempts tasks.csv |
        cut -d, -f4,5,7,11-14
done
echo "in order of the end of copying, then of launch: b, launched at 0, ends copying at 5 with its map, and so does a, launched at 1, by itself. c computes until 10"
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nc,0,0,,1,0,10\nb,0,1,5,1,0,1\na,1,0,,1,4,2\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --reduce-slots 1 --heartbeat 0 --order fifo --slowstart 0 --admit cpac:3,1 --record attempts jobs.csv | cut -d, -f1,6,11-13
