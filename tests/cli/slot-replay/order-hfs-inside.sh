# rules O4, O5, O6: pools below pools. A (weight 3) with a1 (fair) and a2 (fifo), B (weight 1, at most 1 map). 10 slots:
#   A 0, B 0: A is earlier; B (0 < 1/3), which is at its maximum now and in the list no more; A gets the rest.
#   inside A: a1 a2 a1 a2 ... ; inside a2: f1 until it has no more (2), then f2, whatever runs
#   inside a1: by running / (weight x factor): h (high: 2) and n (weight 1): tie, h is earlier; n 0 < 1/2; h 1/2; tie at 1: h
printf 'pool,parent,weight,policy,max_maps\nA,,3,,\na1,A,,,\na2,A,,fifo,\nB,,1,,1\n' >pools.csv
cat >jobs.csv <<E
job_id,submit_s,pool,priority,maps,map_s
h,0,a1,high,30,10
n,0,a1,normal,30,10
f1,0,a2,,2,10
f2,0,a2,,30,10
b,0,B,,30,10
E
slot-replay --nodes 1 --map-slots 10 --heartbeat 0 --pools pools.csv --until 10s --record attempts jobs.csv |
    awk -F, 'NR > 1 && $11 == 0 { printf " %s", $1 } END { print "" }'
# weight 2.5 beside 1, 7 slots: w n w w (0.4, 0.8 < 1) n (1 < 1.2) w w: running/weight 0 0 | .4 0 | .4 1 | .8 1 | 1.2 1 | 1.2 2 | 1.6 2 | 2 2
printf 'job_id,submit_s,weight,maps,map_s\nw,0,2.5,30,10\nn,0,1,30,10\n' |
    slot-replay --nodes 1 --map-slots 7 --heartbeat 0 --until 10s --record attempts |
    awk -F, 'NR > 1 && $11 == 0 { printf " %s", $1 } END { print "" }'
