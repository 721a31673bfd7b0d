# rule O9
# One slot, heartbeat 0, all submitted at 0 in this order: a 3 tasks, b 1, c 2; each task 10 s. Until the first slot frees all three wait.
cat > jobs.csv <<'J'
job_id,submit_s,maps,map_s
a,0,3,10
b,0,1,10
c,0,2,10
J
# sjf: b at 10, c at 30, a at 60. srtf, with d (2 tasks) at 25: c has 1 task left at 20 and keeps the slot to 30, then d (2 left), then a.
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order sjf jobs.csv | cut -d, -f1,6
(cat jobs.csv; echo d,25,2,10) >more.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order srtf more.csv | cut -d, -f1,6
# fair-gap: 4 slots, pools p (weight 3) and q (weight 1), plenty of tasks of 10 s: shares 3 and 1 from the update at 0.5 on, so from 10 on
# p runs 3 and q 1. Before any update all gaps are 0 and running decides: 2 and 2.
printf 'pool,weight\np,3\nq,1\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\nx,0,p,30,10\ny,0,q,30,10\n' >two.csv
slot-replay --nodes 1 --map-slots 4 --heartbeat 0 --order fair-gap --pools pools.csv --record timeline --every 6s --until 20 two.csv | cut -d, -f1-3
