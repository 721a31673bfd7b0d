# rules H2, H3: one node of one slot, maps of 5 s, H = 3 s. With out-of-band heartbeats they launch at 0, 5, 10; without, the end at 5 is
# heard at 6, the one at 11 at 12. The job ends when its last map does, at 17, not when that is heard at 18. The timeline shows that the running
# count follows the report: at 5.5 the map of 0 to 5 still counts.
printf 'job_id,submit_s,maps,map_s\nj,0,3,5\n' >jobs.csv
for word in yes no; do
    slot-replay --nodes 1 --map-slots 1 --heartbeat 3s --out-of-band $word --attempts a.csv jobs.csv | tail -n 1 | cut -d, -f1,5-7
    tail -n +2 a.csv | cut -d, -f4,11,13
done
slot-replay --nodes 1 --map-slots 1 --heartbeat 3s --out-of-band no --record timeline --every 500ms --until 6s jobs.csv | tail -n +11 | cut -d, -f1,3,5
