# rule L8: one kind of slot serves maps and reduces alike, so two maps and then two reduces of 10 s take 20 s on 2 slots, and with --slots-per-node 1 40 s. With two
# kinds, tasks of kind task take map slots: three of them on 1 map slot and 5 reduce slots one after the other.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\nj,0,2,10,2,10\n' >jobs.csv
printf 'job_id,submit_s,stage,parents,kind,task_id,duration_s\nd,0,0,,task,0,10\nd,0,0,,task,1,10\nd,0,1,0,task,0,10\n' >dag.csv
slot-replay --nodes 1 --slots-per-node 2 --heartbeat 0 jobs.csv | cut -d, -f1,6
slot-replay --nodes 1 --slots-per-node 1 --heartbeat 0 --slowstart 0 jobs.csv | cut -d, -f1,6
slot-replay --nodes 1 --map-slots 1 --reduce-slots 5 --heartbeat 0 --record attempts dag.csv | cut -d, -f3,4,6,11
