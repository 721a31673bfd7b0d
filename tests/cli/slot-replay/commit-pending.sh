# rule L7: one slot, two jobs of 10 s maps, --order fair. A slot that frees at 10 leaves both jobs with none running: a, submitted first, gets it
# again and again (a a a b b b). With --commit-pending 1s a still counts as running one at 10, so b gets it: a b a b a b, TR 4.1.
printf 'job_id,submit_s,maps,map_s\na,0,3,10\nb,0,3,10\n' >jobs.csv
for pending in 0 1s; do
    slot-replay --nodes 1 --map-slots 1 --order fair --heartbeat 0 --commit-pending $pending --record attempts jobs.csv | awk -F, 'NR > 1 { printf " %s@%s", $1, $11 } END { print "" }'
done
# The pool counts it too: the timeline at 10.5 says 2 running on the one slot.
slot-replay --nodes 1 --map-slots 1 --order fair --heartbeat 0 --commit-pending 1s --record timeline --every 500ms --until 11s jobs.csv | tail -n 3 | cut -d, -f1,3,5
# K2.3: q's task has ended at 8 and its commit pends until 13, so q wants 1 slot of 6 at 10. b's 3 leave q, d and e 1 each. Under tr e may lose 3 of its 4, and b has 3.
# Without q d and e have 1.5: e may lose 2, d none. At 9 the share of q was 0, as b had 6.
printf 'pool,min_share,from_s\nq,,\nd,,\ne,,\nb,6,\nb,3,10\n' >late.csv
printf 'job_id,submit_s,pool,maps,map_s\nx,0,q,1,8\nd0,0,d,2,60\ne0,0,e,4,60\nb0,8.5,b,9,30\n' | slot-replay --nodes 1 --slots-per-node 6 --pools late.csv --heartbeat 0 --placement uniform --commit-pending 5s --preempt kill:1,100,tr --preempt-every 1 --until 11 --record attempts - | cut -d, -f1,4,5,11,13,14
