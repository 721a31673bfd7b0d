# rules O10, O11, O12, O13: a log made under other deficits, queues, parts of the cluster or limits of users and jobs is told from one made under these.
printf 'job_id,submit_s,pool,user,maps,map_s\na,0,p,u,12,10\nb,0,q,v,7,10\nc,0,p,u,3,10\nd,4,q,w,6,7\n' >jobs.csv
pools() { printf 'pool,min_maps,capacity,max_capacity,user_limit\np,%s\nq,%s\n' "$1" "$2" >$3.csv; }
pools ,0.5,, ,0.5,, even; pools ,0.8,, ,0.2,, odd; pools ,0.5,0.25, ,0.5,, most; pools ,0.5,,0.3 ,0.5,, user; pools 3,0.5,, ,0.5,, least
common='--nodes 8 --map-slots 1 --replication 8 --heartbeat 2s'
audit() {
    log=$1 pools=$2; shift 2
    echo "$log, $pools, $*: $(slot-replay --audit $log.csv $common --pools $pools.csv --order "$@" jobs.csv 2>&1)"
}
made() {
    pools=$1 log=$2; shift 2
    slot-replay --attempts $log.csv $common --pools $pools.csv --order "$@" jobs.csv >/dev/null
    audit $log $pools "$@"
}
made even deficit deficit:1s,1,0
audit deficit least deficit:1s,1,0
audit deficit even deficit:3s,1,0
audit deficit even deficit:1s,3,2s
audit deficit even deficit:1s,1,0,3
made even capped deficit:1s,1,0,3
audit capped even deficit:1s,1,0
# pools have no effect here, which is told
made even mlq 'mlq:5;2,1'
audit mlq even 'mlq:5;1,2'
audit mlq even 'mlq:6;2,1'
made even capacity capacity
audit capacity odd capacity
audit capacity most capacity
audit capacity user capacity
made user users capacity
audit users even capacity
echo '--- limits that follow the cluster'
printf 'node,slots,from_s,to_s\nn1,4,,\nn2,4,5,\n' >cluster.csv
slot-replay --attempts log.csv --cluster cluster.csv --heartbeat 0 --pools most.csv --order capacity jobs.csv >/dev/null
slot-replay --audit log.csv --cluster cluster.csv --heartbeat 0 --pools most.csv --order capacity jobs.csv && echo clean
# Rule H6: when a pool comes below its maximum all free nodes are asked, and n2 is: n1 has no room for a second map.
echo '--- what a limit lets go'
printf 'node,slots,disk_bytes\nn1,1,100\nn2,1,100\n' >cluster.csv
printf 'pool,max_share\np,1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces,shuffle_bytes\na,0,p,2,10,0,200\n' >jobs.csv
again='--cluster cluster.csv --heartbeat 0 --placement trace --pools pools.csv --order hfs'
slot-replay --attempts log.csv $again jobs.csv >/dev/null
slot-replay --audit log.csv $again jobs.csv && echo clean
sed 's/,10,,20,done/,11,,21,done/' log.csv >later.csv
slot-replay --audit later.csv $again jobs.csv || echo refused
