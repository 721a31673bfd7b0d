# rule H6: without a period nodes ask (a) when a slot frees, (b) when a job comes or a stage becomes ready, all with a free slot, (c) when a wait
# expires (see wait-ladder). --per-heartbeat is all: 2 of 2 slots at once though 1 is asked for. Three maps on n1, n2 of 2 slots each and one reduce when
# all are done: maps at 0 (b), the 4th job's map at 3 (b), the fifth at 10 when a slot frees (a), the reduce at 10 (b).
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,3,10,1,5\nb,3,1,10,0,\nc,4,1,10,0,\n' >jobs.csv
slot-replay --nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --slowstart 1 --per-heartbeat 1 --record attempts jobs.csv |
    tail -n +2 | cut -d, -f1,4,6,7,11
