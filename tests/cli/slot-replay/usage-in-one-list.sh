# By hand, rules U7, U8, U9: pools in one list, by Slurm's classic factor and as Torque's pbs_sched does.
launches() { slot-replay --quiet --map-slots 1 --reduce-slots 0 --heartbeat 0 --placement trace --record attempts "$@" | awk -F, 'NR > 1 && $1 ~ /^new/ { printf "%s%s %s", s, $2, $11; s = ", " } END { print "" }'; }

# Slurm's test24.1 (testsuite/expect, 091d99a) has these shares and usages of 20, 25, 25 and 30, and expects factors of
# User5 0.749154, User4 0.5, User1 0.408479, User3 0.125, User2 0.022097, User6 0. Here the usages are slots up to the tick at
# 300; six slots free one after the other at 321 to 326.
cat >pools.csv <<END
pool,parent,weight
AccountA,,40
AccountB,AccountA,30
User1,AccountB,1
AccountC,AccountA,10
User2,AccountC,1
User3,AccountC,1
AccountD,,60
AccountE,AccountD,25
User4,AccountE,1
AccountF,AccountD,35
User5,AccountF,1
AccountG,,0
User6,AccountG,0
END
{ echo 'job_id,submit_s,pool,task_id,duration_s,kind'
  awk 'BEGIN {
    split("20 25 0 25 0 30", slots)
    for (u = 1; u <= 6; u++) for (i = 0; i < slots[u]; i++) print "old" u ",0,User" u ",t" i "," (u == 1 && i < 6 ? 321 + i : 2000) ",map"
    for (u = 1; u <= 6; u++) print "new" u ",310,User" u ",t,100,map"
  }'; } >jobs.csv
launches --nodes 100 --order usage:7d,5m,0,product --pools pools.csv jobs.csv
echo 'the Fair Tree (U4) has AccountD before AccountA, and AccountB, 20 for 30 shares, before AccountC, 25 for 10: the same here'
launches --nodes 100 --order usage:7d,5m --pools pools.csv jobs.csv
slot-replay --quiet --map-slots 1 --reduce-slots 0 --nodes 100 --heartbeat 0 --order usage:7d,5m,0,product --pools pools.csv --explain new3 jobs.csv | grep served

# Torque's fairshare: usage begins at 1, grows by the seconds used, is halved and cut to whole seconds after a half-life of 100 s,
# and is not below 1. Ticks of 10 s. a runs a slot from 0 to 105: 1 + 100 at the tick at 100; halved at 110, 50; 25 at 210, 12 at 310,
# 6, 3, 1, and 1 at 710. b runs one from 105 to 125: (1 + 10)/2 = 5 at 110, 15 at 120, 7 at 210, 3 at 310, 1 from 410 on.
{ echo 'job_id,submit_s,pool,task_id,duration_s,kind'
  echo 'a,0,A,t,105,map'; echo 'b,105,B,t,20,map'; echo 'x,124,A,t,30,map'; echo 'new,124.5,B,t,1,map'; } >torque.csv
torque='--quiet --nodes 1 --map-slots 1 --reduce-slots 0 --heartbeat 0 --order usage:100s,10s,0,halves'
echo 'at 125: 50 and 15, of a half each'
slot-replay $torque --explain x torque.csv | grep -o 'by what.*'
echo 'with C thirds: 50 and 15, 25 and 7, 12 and 3, 1 and 1'
for at in 205/x 215/x 315/x 715/new; do
    { sed '/^x/d;/^new/d' torque.csv; echo "hold,126,C,t,$((${at%/*} - 126)),map"; echo "x,$((${at%/*} - 1)),A,t,30,map"; echo "new,$((${at%/*} - 1)),B,t,1,map"; } >later.csv
    slot-replay $torque --explain "${at#*/}" later.csv | grep -o 'by what.*' | sed "s,^,at ${at%/*}: ,"
done
for rule in usage:1h,5m,0.5,product usage:1h,5m,0,product,entry usage:1h,2.5,0,halves usage:1m,2m,0,halves; do
    slot-replay --nodes 1 --order $rule jobs.csv 2>&1 | sed -n 1p
done
sed 's/weight$/weight,max_share/; s/$/,/; s/^AccountB.*/AccountB,AccountA,30,7/' pools.csv | sed '1s/,$//' >max.csv
slot-replay --nodes 1 --slots-per-node 2 --order usage:1h,5m,0,halves --pools max.csv jobs.csv 2>&1 | sed -n 1p
