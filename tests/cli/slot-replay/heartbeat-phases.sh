# rules H1, H4: node i of n beats at floor(H pi(i) / n) + k H. For seed 1 and n = 4, pi = 1 0 2 3 (an independent
# SplitMix64 and Fisher-Yates), so with H = 4 s n1..n4 beat at 1, 0, 2, 3; with H = 1 s at 0.25, 0, 0.5, 0.75; n = 3 has pi = 0 1 2
# and H = 1 s: 0, 0.333333, 0.666666. --per-heartbeat 1 fills the second slot a period later.
printf 'job_id,submit_s,maps,map_s\nj,0,8,100\n' >jobs.csv
launches() { slot-replay --map-slots 2 --out-of-band no --record attempts "$@" jobs.csv | tail -n +2 | cut -d, -f7,11; }
echo all; launches --nodes 4 --heartbeat 4s
echo one; launches --nodes 4 --heartbeat 4s --per-heartbeat 1
echo 1s; launches --nodes 4 --heartbeat 1s | sort -u
echo 3 nodes; launches --nodes 3 --heartbeat 1s | head -n 6 | sort -u
