# rules K2.1, K4.1, K4.3, K6: a newcomer among P pools that hold S slots with tasks of 10 min. The kills are those of FairScheduler 1.2.1, in virtual time:
# a pool loses tasks while it runs more than its share. Under tr it loses none where its share is not a whole number of slots below: the TR's sentence.
newcomer() {
    { echo job_id,submit_s,pool,maps,map_s; for i in $(seq 1 $1); do echo j$i,0,p$i,$(($2 / $1)),600; done; echo z,100,z,$2,10; } >jobs.csv
    slot-replay --nodes $2 --map-slots 1 --heartbeat 0 --until 590 --record attempts --preempt kill:30s,60s$3 jobs.csv | grep -c ,killed,z
}
for case in '3 9' '5 25' '9 72' '20 400' '10 200' '4 40'; do echo "$case: $(newcomer $case) and under tr $(newcomer $case ,tr)"; done
# 300 jobs of one map hold 100 slots; production, minimum 40, comes at 60. It has them at 75, past 10 s: the newest 40. Under tr no job may lose its only task.
{ echo job_id,submit_s,pool,maps,map_s; for i in $(seq 1 300); do echo a$i,0,adhoc,1,540; done; echo z,60,production,40,10; } >jobs.csv
printf 'pool,min_maps\nadhoc,\nproduction,40\n' >pools.csv
for tr in '' ,tr; do slot-replay --nodes 100 --map-slots 1 --heartbeat 0 --pools pools.csv --preempt kill:10s,never$tr --until 600 jobs.csv | grep ^z | cut -d, -f1,5,6; done
# A share of 1.5 is starved below ⌊0.75⌋ = 0 slots only, so never: two pools with three slots.
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,3,600\nb,1,b,3,10\n' >jobs.csv
for tr in '' ,tr; do slot-replay --nodes 3 --map-slots 1 --heartbeat 0 --preempt kill:30s,60s$tr --until 590 --record attempts jobs.csv | grep -c ,killed,; done
# An order that does not look at pools gives the slots back to whom they were taken from, again and again. That is told.
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,4,30\nb,0,b,4,30\n' >jobs.csv
slot-replay --nodes 4 --slots-per-node 1 --order fifo --preempt kill:1,1 --preempt-every 2s --heartbeat 0 --until 100 jobs.csv >results.csv
