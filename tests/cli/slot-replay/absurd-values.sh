# Options with values that nobody means: a message at once, or a replay that ends.
printf 'job_id,submit_s,maps,map_s,limit_s,job_cpus\na,0,2,1,5,4\nb,1,3,4,9,3\n' >jobs.csv
try() { echo "$*: $(timeout 20 slot-replay --quiet --nodes 4 --slots-per-node 4 "$@" jobs.csv 2>&1 | sed 1q | cut -d, -f1-6)"; }
ends() { echo "$*: $(timeout 20 slot-replay --quiet --nodes 4 --slots-per-node 4 "$@" jobs.csv 2>&1 | cut -d, -f1,6 | sed 1d | tr '\n' ' ')"; }
huge=1000000000000000000
gangs='--width slots --order fifo'
for x in 0 1us 1us,1us; do ends $gangs --max-starve $x; done
for x in 1s,0 never -1s $huge 1s,$huge; do try $gangs --max-starve $x; done
ends $gangs --backfill easy:1000000
for x in easy:0 easy:-1 easy:$huge conservative:1; do try $gangs --backfill $x; done
for x in 1@0 1@1us 1@1us,first; do ends $gangs --racks 2 --switches $x; done
for x in 0@1s $huge@1s 1@$huge 1@-1s 1@; do try $gangs --racks 2 --switches $x; done
queues='--heartbeat 0 --order fair --admission'
for x in '*=2147483647' '*=1,wait=1us' '*=1,run=1us:b;b=1,run=1us' '*=1,queued=0'; do ends $queues "$x"; done
for x in "*=$huge" '*=0' '*=-1' '*=1,run=0' '*=1,run=1s:*' "*=1,queued=$huge" "*=1,short=${huge}s" '*=' '='; do try $queues "$x"; done
awk 'BEGIN { printf "--admission=*=1"; for (i = 0; i < 100000; i++) printf ";q%d=1", i; print "" }' >options
try --heartbeat 0 --order fair --options options
echo '--- a sample each microsecond of half a second: its time grows with the rows'
slot-replay --quiet --nodes 4 --every 1us --record timeline --until 0.5 jobs.csv | wc -l
echo '--- kill under orders that do not look at pools, of two that both starve: it ends'
printf 'pool,min_maps,min_share_timeout_s\np,2,1\nq,2,1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,20,10\nb,1,q,20,10\nc,2,p,5,3\n' >jobs.csv
for order in fair fifo srtf sjf mlq:5 usage:1m hfs deficit capacity; do
    echo "$order: $(timeout 20 slot-replay --quiet --nodes 2 --slots-per-node 2 --pools pools.csv --order $order --preempt kill:1,1,tr --preempt-every 1s jobs.csv | sed 1d | cut -d, -f1,6,17 | tr '\n' ' ')"
done
