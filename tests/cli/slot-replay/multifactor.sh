# By hand, rules G12 and G13: Slurm's multifactor and partitions. Two nodes of two slots; h has all of them from 0 to 10, so that the others
# wait. run prints when each job starts, in order of time.
run() { slot-replay --quiet --nodes 2 --slots-per-node 2 --width slots --record attempts "$@" | awk -F, 'NR > 1 && !seen[$1]++ { print $11, $1 }' | sort -n | awk '{ printf "%s%s at %s", (NR > 1 ? ", " : ""), $2, $1 } END { print "" }'; }
trace() { printf 'job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s,partition,qos\nh,0,h,1,10,4,2,60,p,n\n'; cat; }

trace >jobs.csv <<END
s,1,a,1,10,1,1,60,p,n
w,2,a,1,10,4,2,120,f,mid
END
echo 'size (G12.4): w has all nodes and slots, so 100 points; s has (1/2 + 1/4)/2, 37'
run --order multifactor:size=100 jobs.csv
echo 'favor-small: w 0, s 62'
run --order multifactor:size=100,favor-small jobs.csv
echo 'relative-to-time: s max(1 4/2, 1)/4 in one minute, 0.5; w 1 in two, 0.5. Equal points go by submission'
run --order multifactor:size=100,relative-to-time jobs.csv
echo 'all have the point of G12.1'
run --order multifactor jobs.csv
echo 'age (G12.3) at the tick at 10: s 0.9, w 0.8; sizes are 0.375 and 1: 90 before 81, 97 not before 100'
run --order multifactor:age=100,size=1,max-age=10s,period=10s jobs.csv
run --order multifactor:age=100,size=20,max-age=10s,period=10s jobs.csv
echo 'both are full of age after 4 s'
run --order multifactor:age=100,size=1,max-age=4s,period=10s jobs.csv
echo 'the first tick, at 300, is too late to see an age (G12.2)'
run --order multifactor:age=100,size=20,max-age=10s jobs.csv
printf 'partition,nodes,tier,factor\np,,,\nf,ALL,1,4\nu,n1,2,0\n' >partitions.csv
printf 'qos,priority\nn,\nmid,4\nhi,10\n' >qos.csv
echo 'partition (G12.5): f 1, p 1/4; QOS: mid 4/10, n 0'
run --order multifactor:partition=100,favor-small,size=60 --partitions partitions.csv jobs.csv
run --order multifactor:partition=100,favor-small,size=160 --partitions partitions.csv jobs.csv
run --order multifactor:qos=100,favor-small,size=60 --qos qos.csv jobs.csv
run --order multifactor:qos=100,favor-small,size=70 --qos qos.csv jobs.csv

trace >fair.csv <<END
a1,1,a,1,10,4,2,60,p,n
b1,2,b,1,10,4,2,60,p,n
b2,3,b,1,10,4,2,60,p,n
a2,4,a,1,10,4,2,60,p,n
END
echo 'fair share (G12.6): h has used all, a1 came first; at 20 b has used nothing; at 30 both had 40 slot seconds, a earlier'
run --order multifactor:fairshare=100,period=1s,half-life=1h fair.csv
echo 'without decay they tie at 30, and b2 came first'
run --order multifactor:fairshare=100,period=1s,half-life=0 fair.csv
echo 'ticks at 14, 21, 28: at 30 a has 16 + 24, b 4 + 28; without what a used from 14 to its end it has 16 (G12.7)'
run --order multifactor:fairshare=100,period=7s,half-life=0 fair.csv
run --order multifactor:fairshare=100,period=7s,half-life=0,no-limits fair.csv
trace >rises.csv <<END
a1,1,a,1,10,4,2,60,p,n
a2,2,a,1,10,4,2,60,p,n
b1,3,b,1,10,4,2,60,p,n
END
echo 'incr-only: a2 keeps the 100 points of its submission, when a had used nothing'
run --order multifactor:fairshare=100,period=1s rises.csv
run --order multifactor:fairshare=100,period=1s,incr-only rises.csv

printf 'job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s\nr,0,a,1,20,2,1,60\nw,1,a,1,10,4,2,60\ns,2,b,1,5,1,1,60\n' >tick.csv
echo 'a cycle at the tick at 10 (G12.8): a has used some by then, so that s, which stood behind w, goes first and fits'
run --order multifactor:fairshare=100,period=10s --backfill none tick.csv
printf 'job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s\na1,3,a,1,3,4,2,60\nb1,6.5,b,1,5,2,1,60\nb2,7,b,1,10,4,2,60\na2,8,a,1,10,4,2,60\n' >first.csv
echo 'the first tick is 10 s after that at 0: 12 0.93^13 = 4.72 slot seconds of a, 7 0.93^3.5 = 5.44 of b; 7 s after the first job a had 5.85'
run --order multifactor:fairshare=100,period=10s,half-life=10s first.csv

cat >tree.csv <<END
job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s
h,0,a1,1,10,4,2,60
y,1,b1,1,6,4,2,60
q,12,a2,1,10,4,2,60
r,13,b1,1,10,4,2,60
END
printf 'pool,parent\na,\nb,\na1,a\na2,a\nb1,b\nb2,b\n' >pools.csv
echo 'at 16 a has used 40 and b 24: of the tree b goes first, with it r; by 2^(-E/N) q has 0.3125 / 0.25, r 0.375 / 0.25'
run --order multifactor:fairshare=1000,period=1s,half-life=0 --pools pools.csv tree.csv
run --order multifactor:fairshare=1000,period=1s,half-life=0,no-fair-tree --pools pools.csv tree.csv

echo 'partitions (G13): v of the higher tier goes first, on n1, the only node of u; x of u is blocked behind it, and s of p goes on n2'
trace >parts.csv <<END
s,1,a,1,10,2,1,60,p,n
v,2,a,1,10,2,1,60,u,n
x,3,a,1,10,1,1,60,u,n
END
for backfill in none slurm; do
    slot-replay --quiet --nodes 2 --slots-per-node 2 --width slots --record attempts --order multifactor:size=1 --backfill $backfill --partitions partitions.csv parts.csv |
        awk -F, 'NR > 1 && $1 != "h" { print $1 " at " $11 " on " $7 }' | sort | paste -sd, 
done
echo 'what is not there, and what does not go together'
try() { slot-replay --nodes 2 --slots-per-node 2 --width slots --record summary "$@" 2>&1 | grep -v '^try' | cut -c 1-300; }
try --order multifactor:size=1,sise=2 jobs.csv
try --order multifactor:size=-1 jobs.csv
try --order multifactor:favor-small=1 jobs.csv
try --order multifactor:half-life=week jobs.csv
try --order multifactor --partitions partitions.csv --backfill easy jobs.csv
try --order fifo --partitions partitions.csv jobs.csv
sed 's/,u,n$/,v,n/' parts.csv >other.csv
try --order multifactor --partitions partitions.csv other.csv
sed 's/,2,1,60,u/,4,2,60,u/' parts.csv >other.csv
try --order multifactor --partitions partitions.csv other.csv
sed '3s/,n$/,low/' parts.csv >other.csv
try --order multifactor --qos qos.csv other.csv
printf 'partition,tier\np,70000\n' | try --order multifactor --partitions /dev/stdin jobs.csv
printf 'partition\np\np\n' | try --order multifactor --partitions /dev/stdin jobs.csv
printf 'partition,nodes\np,"n[1-2],n9"\nf,\n' | try --order multifactor --partitions /dev/stdin jobs.csv | head -1
slot-replay --nodes 2 --order multifactor jobs.csv 2>&1 | head -1
slot-replay --nodes 2 --order fifo --qos qos.csv --record summary jobs.csv 2>&1 | head -1
printf 'pool,max_share\na,3\n' | try --order multifactor:fairshare=1 --pools /dev/stdin jobs.csv | head -1
printf 'job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s,partition\nr,0,a,1,20,1,1,60,p\nw,1,a,1,5,2,1,60,u\ns,2,a,1,30,1,1,60,p\n' >closed.csv
printf 'partition,nodes,tier\np,,1\nu,n1,2\n' >closed-parts.csv
echo 'a blocked job closes the nodes of its partition (G13.2): n1 has a slot left, which s would fit tightest, but w of u waits for it and starts at 20. With skip s takes it until 32'
run --order multifactor --partitions closed-parts.csv closed.csv
run --order multifactor --partitions closed-parts.csv --backfill skip closed.csv
