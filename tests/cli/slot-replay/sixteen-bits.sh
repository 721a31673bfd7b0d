# rule L2: stages at the limits of the table of places (lib/sim/locality/dense_index.c), which holds those of 32,767 tasks at most and of 65,535 replicas. Each
# finds its tasks at their nodes, and runs each once but for failures. The numbers are those of version 722a5f8, which had no table.
cat >jobs.csv <<END
job_id,submit_s,maps,map_s,map_sigma
a,0,32767,40,0.5
b,0,32768,40,0.5
c,0,21845,40,0.5
d,0,21846,40,0.5
e,0,30000,40,0.5
END
run() { slot-replay --nodes 8 --map-slots 500 --reduce-slots 0 --heartbeat 1s --delay wait:3s "$@" jobs.csv | cut -d, -f1,6,12-15; }
run --replication 1
run --replication 3
# Tasks come back.
run --replication 3 --failure-rate 0.05
