# By hand, rules U4, U5, U6: pools by what they have used, halved every 10 s, over ticks of 10 s. One slot, tasks of 8 s of a and b.
# 0: tie, a. 8: no tick yet, a. Tick 10 sees a run: a 0.5, b 0. 16: b. Tick 20: a 0.25, b 0.5. 24: a. Tick 30: 0.625, 0.25. 32: b.
# Tick 40 comes after b's end: 0.3125, 0.125. 40, 48: b. Tick 50: 0.15625, 0.5625. 56: a.
{ echo 'job_id,submit_s,pool,maps,map_s'; echo 'a,0,pa,4,8'; echo 'b,0,pb,4,8'; } >jobs.csv
order() { slot-replay --quiet --nodes 1 --map-slots 1 --reduce-slots 0 --heartbeat 0 --record attempts "$@" jobs.csv | awk -F, 'NR > 1 { printf "%s%s %s", s, $1, $11; s = ", " } END { print "" }'; }
order --order usage:10s,10s
echo 'weight 4 of b: at 24 b has 0.5 / 4, less than 0.25. Tick 30: a 0.125, b 0.75 / 4: at 32 a. Tick 40: 0.0625, 0.375 / 4: a'
printf 'pool,weight\npa,1\npb,4\n' >pools.csv
order --order usage:10s,10s --pools pools.csv
echo 'all begin with 0.5, and none has less. Tick 10: a 0.75. 20: 0.5, b 0.75. 30: the reverse. 40: both 0.5, and a was there first'
order --order usage:10s,10s,0.5
echo 'two slots: until the first tick a gets all; with entry a task that no tick has seen counts as half a slot, so they take turns up to 10'
order --order usage:10s,10s --map-slots 2
order --order usage:10s,10s,0,entry --map-slots 2

# HTCondor's manual (docs/admin-manual/cm-configuration.rst, 013db8a): who has 100 cores for 48 h is "at about 75.0" with a
# half-life of 24 h, and a newcomer at 0.5. From 0 on it is 100 (1 - 1/4) = 75, from 0.5 on 100 - 99.5/4 = 75.125.
{ echo 'job_id,submit_s,pool,task_id,duration_s,kind'; awk 'BEGIN { for (i = 0; i < 100; i++) print "big,0,big,t" i "," (i ? 200000 : 172830) ",map"; print "more,1,big,t,10,map"; print "new,172810,new,t,10,map" }'; } >big.csv
slot-replay --quiet --nodes 100 --map-slots 1 --reduce-slots 0 --heartbeat 0 --placement trace --order usage:1d,60s --explain more big.csv | grep 172830
slot-replay --quiet --nodes 100 --map-slots 1 --reduce-slots 0 --heartbeat 0 --placement trace --order usage:1d,60s,0.5 --explain more big.csv | grep 172830
echo 'Kueue: a load of 2 comes to 1, 1.5, 1.75 after one, two, three of them'
for at in 300 600 900; do
    { echo 'job_id,submit_s,pool,task_id,duration_s,kind'; echo "big,0,big,a,$((at + 10)),map"; echo "big,0,big,b,2000,map"; echo "more,1,big,t,10,map"; echo "new,$((at + 5)),new,t,10,map"; } >load.csv
    slot-replay --quiet --nodes 2 --map-slots 1 --reduce-slots 0 --heartbeat 0 --order usage:5m,60s --explain more load.csv | grep -o 'pool new has used.*'
done
for rule in usage usage: usage:0 usage:1h,0 usage:1h,5m,-1 usage:1h,5m,0,exit usage:1h,2,3,4,5; do
    slot-replay --nodes 1 --order $rule jobs.csv 2>&1 | sed -n 1p
done
