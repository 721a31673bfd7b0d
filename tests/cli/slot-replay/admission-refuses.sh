# What --admission refuses, by rules V1, V4.4, V8, V9, and what it says of what has no effect.
printf 'job_id,submit_s,pool,maps,map_s\na,0,etl,1,1\n' >jobs.csv
try() {
    echo "$*"
    slot-replay --nodes 2 --slots-per-node 1 "$@" jobs.csv 2>&1 >out.csv | sed 's/^slot-replay: /  /; /^try/d'
}
for rule in '' etl etl=0 etl=-1 etl=x etl=99999999999 =1 'etl=1;' 'etl=1,' 'etl=1;;*=1' 'etl=1;etl=2' 'etl=1,rum=5s' 'etl=1,5s' 'etl=1,run' \
    'etl=1,run=0' 'etl=1,run=-5s' 'etl=1,wait=soon' 'etl=1,wait=5s,wait=6s' 'etl=1,queued=-1' 'etl=1,run=5s:' 'etl=1,run=5s:nowhere' \
    'etl=1,run=5s:etl' 'a=1,run=5s:b;b=1,run=5s:c;c=1,run=5s:a' \
    "$(printf 'q%03d=1;' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17)*=1" "$(printf '%0130d' 1)=1"; do try --admission "$rule"; done
echo '--- rule V8'
one='--admission etl=1'
for order in hod:1 deficit fair-gap modified-fair offers negotiate; do try $one --order $order; done
try $one --offers spark-3 --order fifo --delay spark:3s,3s,3s
try $one --global quincy --heartbeat 0
try $one --width slots --order fifo
try $one --speculate late
try $one --failure-rate 0.1
try $one --balance-long 5s
try $one --disk 1G
try $one --cores 2
try $one --network node=1G
try $one --give-back yes
try $one --placement redraw
slot-replay --nodes 2 --admission etl=1 --admit cpac:3,1 jobs.csv 2>&1 | sed -n 1p
printf 'pool,max_jobs\netl,2\n' >pools.csv
try $one --pools pools.csv
echo '--- what it warns of'
try --admission 'elt=1;*=2,short=5s'
try --admission 'etl=1,run=0.5s:over;over=1,run=0.25s'
try --admission 'etl=1,pass=5s' --quiet
echo '--- nothing to admit'
head -n 1 jobs.csv >none.csv
slot-replay --nodes 2 --slots-per-node 1 --preset db-admission none.csv | wc -l
