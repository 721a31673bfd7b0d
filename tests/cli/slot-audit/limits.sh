# rules O6, O12, O13: a log made under other maxima of pools or jobs is told from one made under these. Eight nodes with a slot.
printf 'job_id,submit_s,pool,user,maps,map_s\na,0,p,u,12,10\nb,0,q,v,7,10\nc,0,p,u,3,10\nd,4,q,w,6,7\n' >jobs.csv
printf 'pool,max_maps,max_capacity\np,,\nq,,\n' >even.csv
printf 'pool,max_maps,max_capacity\np,5,0.6\nq,,\n' >most.csv
common='--nodes 8 --map-slots 1 --replication 8 --heartbeat 2s'
audit() {
    log=$1 pools=$2; shift 2
    echo "$log, $pools, $*: $(slot-audit $log.csv slot-replay --quiet $common --pools $pools.csv --order "$@" jobs.csv 2>&1)"
}
made() {
    pools=$1 log=$2; shift 2
    slot-replay --quiet --attempts $log.csv $common --pools $pools.csv --order "$@" jobs.csv >/dev/null
    audit $log $pools "$@"
}
made even fair hfs
audit fair most hfs
echo 'fifo looks at no pools (O2)'
audit fair most fifo
made most five hfs
made even deficit deficit:1s,1,0
audit deficit even deficit:1s,1,0,3
made even capped deficit:1s,1,0,3
echo '--- an end and a launch at one instant: the end is first. A task that takes no time counts while it is launched'
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,2,10\nb,10,p,1,0\n' >jobs.csv
printf 'pool,max_maps\np,1\n' >most.csv
common='--nodes 2 --map-slots 1 --heartbeat 0'
made most one hfs
awk -F, -v OFS=, '$1 == "b" { $11 = 12; $13 = 12 } { print }' one.csv >within.csv
audit within most hfs
