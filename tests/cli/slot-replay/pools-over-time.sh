# rules O30, O31: rows of pools that take effect while the replay runs. All numbers by hand; 8 map slots on one node, maps of 10 s, so that
# every slot is given out anew at 0, 10, 20, ... "10 a: 6": at 10 job a launches 6.
show() {
    slot-replay --quiet --record attempts --heartbeat 0 --nodes 1 --map-slots 8 --reduce-slots 0 --pools pools.csv "$@" |
        awk -F, 'NR > 1 { n[$11 " " $1]++; if ($14 != "done") n[$13 " " $1 " " $14]++ } END { for (k in n) print k ": " n[k] }' | sort -g
}
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,24,10\nb,0,q,24,10\n' >two.csv
echo '--- weights 1:1, from 10 on 3:1, from 20 on 0:1'
printf 'pool,weight,from_s\np,,\nq,,\np,3,10\np,0,20\n' >pools.csv
show two.csv
echo '--- a maximum of 2 from 15 on, while 4 of a run: none is killed, none is launched at 19, when the 4 of d end, and 2 at 20; no maximum from 25 on'
printf 'pool,max_maps,from_s\np,,\nq,,\np,2,15\np,,25\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,4,20\nc,0,p,4,9\nd,1,p,9,10\n' >falls.csv
show falls.csv
echo '--- a maximum that goes at 4 leaves free slots, and the change calls the node'
printf 'pool,max_maps,from_s\np,3,\np,5,4\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,8,10\n' >one.csv
show one.csv
echo '--- a minimum of 6 from 10 on'
printf 'pool,min_maps,from_s\np,,\nq,,\np,6,10\n' >pools.csv
show two.csv
echo '--- a pool inside another, whose maximum falls to 2 at 10: the demand of the upper pool does, too. Weights 1:1, r as minimum 4 of what it wants'
printf 'pool,parent,min_maps,max_maps,from_s\nr,,4,,\np,r,,,\nq,,,,\np,r,,2,10\n' >pools.csv
show two.csv
echo '--- max_jobs 1, 2 from 4 on: b is let in at 4; 1 again from 5 on: both stay, c waits until both are done'
printf 'pool,max_jobs,from_s\np,1,\np,2,4\np,1,5\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,2,10\nb,1,p,2,10\nc,2,p,2,10\n' >three.csv
show three.csv
echo '--- max_jobs of a pool above: b and c wait, the first by priority is let in at 4'
printf 'pool,parent,max_jobs,from_s\ntop,,1,\np,top,,\nq,top,,\ntop,,2,4\n' >pools.csv
printf 'job_id,submit_s,pool,priority,maps,map_s\na,0,p,,2,10\nb,1,p,,2,10\nc,2,q,high,2,10\n' >three.csv
show three.csv
echo '--- before its first row a pool is as any: 4 and 4, then a maximum of 1'
printf 'pool,max_maps,from_s\np,1,10\nq,,\n' >pools.csv
show two.csv
echo '--- minimum shares scaled from 10 on: 8 and 8 of 8 slots are 4 and 4; before that 6 and 0 fit'
printf 'pool,min_maps,from_s\np,6,\nq,,\np,8,10\nq,8,10\n' >pools.csv
show two.csv
slot-replay --nodes 1 --map-slots 8 --reduce-slots 0 --pools pools.csv two.csv 2>&1 >/dev/null
echo '--- killing: p has 0 of 4 since 5. No timeout at first; 3 s from 12 on, so the look at 15 finds it late: 4 of a are killed'
printf 'pool,min_maps,min_share_timeout_s,from_s\nq,,,\np,4,,\np,4,3,12\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,q,8,100\nb,5,p,4,10\n' >late.csv
show --preempt kill:never,never --preempt-every 5s late.csv
echo '--- and a minimum that comes at 12: its clock stood at 10, the last look that found it not below; at 15 it is 5 s late'
printf 'pool,min_maps,min_share_timeout_s,from_s\nq,,,\np,,3,\np,2,3,12\n' >pools.csv
show --preempt kill:never,never --preempt-every 5s late.csv
echo '--- deficit looks at minimums at its next update: 6 from 9.9 on, update at 10'
printf 'pool,min_maps,from_s\np,,\nq,,\np,6,9.9\n' >pools.csv
show --order deficit:500ms,1,0 two.csv
echo '--- fair-gap: weights of 9.9 are in the shares of 10, which count from the launches after it on'
printf 'pool,weight,from_s\np,,\nq,,\np,3,9.9\n' >pools.csv
show --order fair-gap two.csv
echo '--- waits: 20 s, from 6 on 4 s; the stage has waited since 0, so it goes off its node at 6, not at 10'
printf 'pool,wait_node_s,wait_rack_s,from_s\np,20,0,\np,4,0,6\n' >pools.csv
printf 'job_id,submit_s,pool,task_id,duration_s,hosts,kind\nz,0,p,t,30,n1,map\na,0,p,t0,5,n1,map\n' >near.csv
slot-replay --record attempts --heartbeat 0 --nodes 2 --map-slots 1 --reduce-slots 0 --placement trace --order fifo --pools pools.csv --delay wait:20s near.csv | cut -d, -f1,7,9,11
echo '--- and the other way: 8 s, from 6 on 20 s'
printf 'pool,wait_node_s,wait_rack_s,from_s\np,8,0,\np,20,0,6\n' >pools.csv
slot-replay --record attempts --heartbeat 0 --nodes 2 --map-slots 1 --reduce-slots 0 --placement trace --order fifo --pools pools.csv --delay wait:20s near.csv | cut -d, -f1,7,9,11
echo '--- capacity: 3/4 and 1/4 turn round at 10; users may have 1 each in p from 20 on, of 2 guaranteed, and one more is let through'
printf 'pool,capacity,user_limit,from_s\np,0.75,,\nq,0.25,,\np,0.25,,10\nq,0.75,,10\np,0.25,0.5,20\n' >pools.csv
show --order capacity two.csv
echo '--- hod keeps its numbers'
printf 'pool,nodes,from_s\np,1,\nq,,\np,2,10\n' >pools.csv
show --order hod:1 two.csv
echo '--- the timeline: shares of 8 at 5 and 15'
printf 'pool,weight,from_s\np,,\nq,,\np,3,10\n' >pools.csv
slot-replay --record timeline --every 5s --heartbeat 0 --nodes 1 --map-slots 8 --reduce-slots 0 --pools pools.csv --until 16 two.csv | cut -d, -f1,2,3,7
echo '--- what is to come does not keep a replay going'
printf 'pool,weight,from_s\np,,\nq,,\np,3,1000\n' >pools.csv
slot-replay --record summary --heartbeat 0 --nodes 1 --map-slots 8 --pools pools.csv two.csv | cut -d, -f1,3
