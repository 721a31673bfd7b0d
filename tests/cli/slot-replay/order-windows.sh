# By hand, rules U10 and U11: windows of 100 s, four of them, each worth half of the one after it; ticks each 10 s. What ends at a tick's instant no longer
# runs then.
cat >pools.csv <<'END'
pool,weight,cap
me,1,50
others,1,
END
cat >jobs.csv <<'END'
job_id,submit_s,pool,maps,map_s,job_cpus,limit_s
m1,0,me,2,60,2,60
o1,0,others,1,100,1,100
m2,65,me,1,10,1,10
END
run() { slot-replay --quiet --nodes 4 --slots-per-node 1 --heartbeat 0 "$@" | awk -F, 'NR > 1 { print $1 " at " $5 }' | sort; }
echo 'me: 5 ticks of 2 slots, 100; others: 9 of 1, 90. From 100 on nobody uses anything, so me stays at 52.6 %, above its cap of 50, beside four free'
echo 'slots, until the window falls out at 400'
run --order windows:100,4,0.5,10 --pools pools.csv jobs.csv
echo 'the same of jobs that start all at once'
run --order windows:100,4,0.5,10 --pools pools.csv --width slots jobs.csv
echo 'a cap of 60: 100 of 160 at 60, 62.5 %; 100 of 170 at 70, 58.8 %'
sed 's/50$/60/' pools.csv >sixty.csv
run --order windows:100,4,0.5,10 --pools sixty.csv jobs.csv
echo 'one window: it falls out at 100'
run --order windows:100,1,0.5,10 --pools pools.csv jobs.csv
echo 'why'
slot-replay --quiet --nodes 4 --slots-per-node 1 --width slots --order windows:100,4,0.5,10 --pools pools.csv --explain=m2 jobs.csv
cat >turns.csv <<'END'
job_id,submit_s,pool,maps,map_s
a1,0,a,1,60
b1,1,b,1,40
a2,2,a,1,20
b2,3,b,1,20
END
one() { slot-replay --quiet --nodes 1 --slots-per-node 1 --heartbeat 0 "$@" turns.csv | awk -F, 'NR > 1 { printf "%s at %s  ", $1, $5 } END { print "" }'; }
echo 'targets: at 100 a has 5 ticks of 8, 62.5 %, b 37.5; targets of 70 and 30 let a go first, equal ones b'
printf 'pool,weight\na,70\nb,30\n' >targets.csv
one --order windows:1000,4,0.5,10 --pools targets.csv
one --order windows:1000,4,0.5,10
echo 'in words: at 60 a has used all'
slot-replay --quiet --nodes 1 --slots-per-node 1 --heartbeat 0 --order windows:1000,4,0.5,10 --pools targets.csv --explain a2 turns.csv | grep '^at 60'
echo 'a pool that is let go with nothing waiting makes no offer round (H6 b): a is at 50 %, held, at 5, and at 33 % at 10. b2, whose data is on n1, is skipped on n2 at 8,'
echo 'and may go there from the next round on: that of H7, at 68'
printf 'node,rack,slots\nn1,r1,1\nn2,r2,1\n' >nodes.csv
printf 'pool,weight,cap\na,50,40\nb,50,\n' >let.csv
printf 'job_id,submit_s,pool,task_id,duration_s,hosts\na1,0,a,0,7,n2\nb1,0,b,0,100,n1\nb2,8,b,0,5,n1\n' >let-go.csv
slot-replay --quiet --cluster nodes.csv --pools let.csv --placement trace --heartbeat 0 --revive 60s --delay skips:1 --order windows:10,2,0.5,5 --record attempts let-go.csv | cut -d, -f1,7,9,11
echo 'what does not go'
for o in windows windows:100,4 windows:100,0,0.5 windows:100,25,0.5 windows:100,4,1.5 windows:0,4,0.5; do slot-replay --nodes 1 --order $o turns.csv 2>&1 | head -1; done
slot-replay --nodes 1 --pools pools.csv --order usage:1d jobs.csv 2>&1 >none | grep cap
