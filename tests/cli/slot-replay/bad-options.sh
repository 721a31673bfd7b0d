# Command lines that cannot be understood: exit 2, the option, what is wrong with it, the nearest name.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
try() { slot-replay "$@" jobs.csv 2>&1 >/dev/null | sed -n 1p; }
try
try --nodes 0
try --nodes -1
try --nodes many
try --nodes 2 --racks 3
try --nodes 2 --racks 0
try --nodes 2 --slots-per-node 1 --map-slots 1
try --nodes 2 --cluster c.csv
try --nodes 2 --dealy none
try --nodes 2 --order fiar
try --nodes 2 --order ''
try --nodes 2 --delay wiat:5s
try --nodes 2 --delay wait
try --nodes 2 --delay wait:5x
try --nodes 2 --delay wait:5s,5s,5s
try --nodes 2 --delay wait:5s,5s,asking,more
try --nodes 2 --delay wait:-5s
try --nodes 2 --delay skips:-1
try --nodes 2 --delay skips:1.5
try --nodes 2 --delay none:1
try --nodes 2 --preset hsf
try --nodes 2 --alone=hfss
try --nodes 2 --placement hfds
try --nodes 2 --replication 0
try --nodes 2 --replication 1000
try --nodes 2 --penalty rack
try --nodes 2 --penalty rak=2
try --nodes 2 --penalty rack=0
try --nodes 2 --penalty rack=-1
try --nodes 2 --penalty rack=nan
try --nodes 2 --slowstart 2
try --nodes 2 --slowstart -1
try --nodes 2 --heartbeat -3s
try --nodes 2 --heartbeat 3parsecs
try --nodes 2 --heartbeat 0.000001
try --nodes 2 --out-of-band maybe
try --nodes 2 --per-heartbeat 0
try --nodes 2 --per-heartbeat some
try --nodes 2 --load 0
try --nodes 2 --load -1
try --nodes 2 --jitter -1
try --nodes 2 --until -1
try --nodes 2 --runs 0
try --nodes 2 --every 0
try --nodes 2 --record job
try --nodes 2 --over-min scael
try --nodes 2 --seed x
try --nodes 2 --record attempts --attempts a.csv
try --nodes 2 --record timeline --timeline a.csv
try --nodes 2 jobs.csv
try --nodes 2 --delay 5s
try --nodes 2 --delay wait=5s
try --nodes 2 --preset spark
try --nodes 2 --preset capa
slot-replay --nodes 2 --order fiar jobs.csv
