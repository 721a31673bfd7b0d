# rule N1: command lines and rows that --network, --block-size and --links do not take.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
try() { slot-replay --nodes 2 "$@" jobs.csv 2>&1 >/dev/null | sed -n 1p; }
try --network
try --network ''
try --network 1G
try --network node
try --network node=
try --network node=fast
try --network node=1X
try --network node=0
try --network node=7
try --network node=-1G
try --network node=10000T
try --network node=1e400
try --network node=1e300
try --network node=0B
try --network node=2TB
try --network node=nan
try --network rack=1G
try --network node=1G,rak=1G
try --network node=1G,node=2G
try --network node=1G,rack=1G,disk=1G
try --network noen
try --network "node=1G,$(printf '%0200d' 1)"
try --block-size 128Q
try --block-size -1
try --block-size 17T
try --links l.csv
try --links l.csv --network none
try --links - --network node=1G
try --links jobs.csv --network node=1G
try --links a.csv --attempts a.csv --network node=1G
# More than 16T for a task is an error of the trace; without --network nobody asks.
printf 'job_id,submit_s,maps,map_s,input_bytes\nbig,0,1,1,17592186044417\n' >jobs.csv
try --network node=1G
try
printf 'job_id,submit_s,maps,map_s,reduces,shuffle_bytes\nbig,0,1,1,1,17592186044417\n' >jobs.csv
try --network node=1G
printf 'job_id,submit_s,stage,kind,task_id,duration_s,input_bytes\nbig,0,0,map,0,1,17592186044417\n' >jobs.csv
try --network node=1G
# The largest, over the slowest link, is past the end of time.
printf 'node,slots\nn1,0\nn2,1\n' >cluster.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s,input_bytes,hosts\nbig,0,0,map,0,1,17592186044416,n1\n' >big.csv
slot-replay --cluster cluster.csv --placement trace --network node=8 big.csv 2>&1
# Several runs: each has its rows.
printf 'job_id,submit_s,maps,map_s,input_bytes\na,0,2,1,200000000\n' >jobs.csv
slot-replay --nodes 2 --racks 2 --network node=1G,rack=1G --runs 2 --links l.csv jobs.csv >/dev/null && cut -d, -f1-4 l.csv
