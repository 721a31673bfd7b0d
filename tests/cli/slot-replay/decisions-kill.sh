# rules S9 S10 S12 K3 K4: who was killed for whom: kill.sh's case. At 30 pool B has been below its minimum share of 4 for 25 s, since 5: four of a's, 30 s old;
# at 75 below its fair share of 5 for 70 s: one more. They are killed for b's pool, so --explain b tells of them too.
printf 'pool,min_maps\nA,\nB,4\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,20,300\nb,5,B,10,30\n' >jobs.csv
replay() { slot-replay --nodes 5 --map-slots 2 --pools pools.csv --heartbeat 0 --preempt kill:20s,60s,tr --until 80 "$@" jobs.csv; }
replay --record decisions | grep ,kill,
replay --explain b
