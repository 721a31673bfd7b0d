# rule Y19, by hand. At 0 n1 takes both masters, whose jobs' maps are ready at 2. n2 at 2.5 takes one map of each; b's second follows at 6.5, and b is
# over at 10.5 with its master, which leaves n1 to a's maps. Rows of jobs do not count masters.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,3,10,1,5\nb,0,2,4,0,0\n' >jobs.csv
r='slot-replay --nodes 2 --slots-per-node 2 --heartbeat 1 --drift none --order hfs --am-container 2s'
$r jobs.csv | cut -d, -f1,5,6,10-12,16
$r --record attempts jobs.csv | cut -d, -f1,3,6,7,10,11,13
# Y19.3: n1 is lost at 4 with the master; the map on n2 goes on to 12.5, and the job is over when its master is there again.
printf 'node,rack,slots,from_s,to_s\nn1,r1,1,0,4\nn2,r1,1,,\n' >nodes.csv
printf 'job_id,submit_s,maps,map_s\na,0,1,10\n' >one.csv
slot-replay --cluster nodes.csv --heartbeat 1 --drift none --order hfs --am-container 2s --record attempts one.csv | cut -d, -f3,7,11,13,14
# rule Y20: eight slots, a and b with masters and two tasks each. For c's master there is half of the share of 8, but half of the 2 slots that are free is 1.
printf 'job_id,submit_s,maps,map_s\na,0,2,100\nb,0,2,100\nc,2,1,10\n' >jobs.csv
r='slot-replay --nodes 1 --slots-per-node 8 --preset yarn-fair --drift none --per-heartbeat all --am-container 0.5s --record attempts'
masters() { $r "$@" jobs.csv | awk -F, '$3 == 1 { print $1, $11 }'; }
masters
masters --am-share 0.5
# Y20.1: a quarter of 8 is two masters. Those of a and b leave at 101, and count in that heartbeat.
masters --am-share 0.25
# Y20.2: a pool of weight 0 has a share of 0, so half of its maximum of 3 counts: one master. b's comes at 12, when a has left at 11.
printf 'pool,weight,max_share\np,0,3\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,1,10\nb,0,p,1,10\n' >jobs.csv
masters --am-share 0.5 --pools pools.csv
# Y20.3: the option's 0.13 of eight slots is one master, r's own 0.25 are two; s has no limit.
printf 'pool,am_share\np,\nr,0.25\ns,-1\n' >pools.csv
for pool in p r s; do
    printf 'job_id,submit_s,pool,maps,map_s\na,0,%s,1,90\nb,0,%s,1,90\nc,0,%s,1,90\n' $pool $pool $pool >jobs.csv
    echo $pool $(masters --am-share 0.13 --until 50s --pools pools.csv)
done
r='slot-replay --nodes 1 --slots-per-node 10 --preset capacity --off-switch all --drift none --am-container 0.5s --record attempts'
# rule Y21, by hand: a fifth of ten slots is two masters, of a and b. a's map ends at 11 and is reported at 11 with its master; c is activated behind
# that heartbeat's offers, and has its master at 12.
printf 'job_id,submit_s,maps,map_s\na,0,1,10\nb,0,1,100\nc,0,1,10\n' >jobs.csv
masters --am-share 0.2
# Y21.2: with 0 one at a time.
masters --am-share 0
# Y21.3, Y21.4: p and q are guaranteed 5 each; q runs 7 from 1 on. At 1.4 p has not been visited and has all 10 at hand: a fifth is two, so e
# has its master with d. From the visit at 2 on it has 5, of which a fifth is one: no master for f, nor for e when it comes at 2.4.
printf 'pool,capacity\np,0.5\nq,0.5\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\nb,0,q,6,100\nd,1.2,p,1,100\ne,1.4,p,1,100\nf,2.5,p,1,100\n' >jobs.csv
r="$r --until 50s"
masters --am-share 0.2 --pools pools.csv
printf 'job_id,submit_s,pool,maps,map_s\nb,0,q,6,100\nd,1.2,p,1,100\ne,2.4,p,1,100\n' >jobs.csv
masters --am-share 0.2 --pools pools.csv
# Y21.3, users: half of ten is five. p's users may have half of that, 2.5 rounded up. r's, of which two ask, have half each, and s's, who need not divide it, all.
printf 'pool,capacity,user_limit,min_user_limit\np,1,0.5,\nr,1,1,0.1\ns,1,1,\n' >pools.csv
for pool in p r s; do
    { echo job_id,submit_s,pool,user,maps,map_s; echo v1,0,$pool,v,1,100; for i in 1 2 3 4; do echo u$i,0,$pool,u,1,100; done; } >jobs.csv
    echo $pool $(masters --am-share 0.5 --pools pools.csv | awk '{ print $1 }' | sort)
done
echo '--- where it has no place'
slot-replay --nodes 2 --map-slots 1 --am-container 1s jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --am-container 1s --preempt yarn:5s,5s jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --am-container 1s --order sjf jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --am-container 1s --order fifo --am-share 0.5 jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --am-container 1s --order capacity --heartbeat 0 --am-share 0.5 jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --am-share 0.5 jobs.csv | head -n 1 | cut -c1-6
exit 0
