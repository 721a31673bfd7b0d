# rules O4, O1: who gets the slots of one instant, in order (rows of one end stand in the order of launch, rule T2). Jobs have 30 maps.
#   a (min 6), b (weight 2), c, 10 slots: a to 6, then running/weight, a 6: b 0, c 0 tie, b is first by name; b 1/2, c 0: c; b; tie at 1: b
#   a (min 6), d (min 3), 9 slots: 0/6 0/3 a; d (0); a (1/6 < 1/3); a (tie at 1/3); d (1/3 < 1/2); a; a (tie at 2/3); d (2/3 < 5/6); a
#   the same with hfs:lack: a lacks 6, d 3: a a a, tie at 3 a; d (3 > 2); a (tie at 2); d (2 > 1); a (tie at 1); d
#   a wants 2, so e = min(6, 2): 0/2 0/3 a; d (0); d (1/3 < 1/2); a (1/2 < 2/3), through; d to the end
run() {
    { echo job_id,submit_s,pool,maps,map_s; for job in $jobs; do echo $job,0,$job,${maps:-30},10; maps=; done; } >jobs.csv
    slot-replay --nodes 1 --map-slots $1 --heartbeat 0 --pools pools.csv --order $2 --until 10s --record attempts jobs.csv |
        awk -F, 'NR > 1 && $11 == 0 { printf " %s", $1 } END { print "" }'
}
printf 'pool,weight,min_maps\na,1,6\nb,2,\nc,1,\nd,1,3\nz,0,\n' >pools.csv
jobs='a b c'; run 10 hfs
jobs='a d'; run 9 hfs
jobs='a d'; run 9 hfs:lack
# d's job is first in the trace. By name a goes first at 0 and whenever both run the same part of their minimum; hfs:lack asks for the job.
# hfs:yarn goes on to running/weight: a 6, d 3 of weight 1: 2/6 and 1/3 are 2 and 1, so d; 4/6 and 2/3 are 4 and 2, so d.
jobs='d a'; run 9 hfs
jobs='d a'; run 9 hfs:lack
jobs='d a'; run 9 hfs:yarn
jobs='a d'; maps=2 run 9 hfs
# weight 0 last: z gets only what b (3 maps) leaves
jobs='b z'; maps=3 run 9 hfs
