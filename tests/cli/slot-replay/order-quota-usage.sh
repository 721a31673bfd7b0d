# By hand, rules X7 and X3.3: ten slots, ticks each 10 s, a half-life of 10 s, K 1, two pools of equal weight. a1 takes all; at 10 a has had all there
# was, so P is 0 for a, 1 for b, and b1 takes all from 10.5 on. At 20 a has had 2.5 of 7.5, a third, b two thirds: P is 2/3 and 1/3, shares 6.67 and 3.33. At
# 25 a2 gets 7 and b2 3. By quota alone it is 5 and 5.
cat >jobs.csv <<'END'
job_id,submit_s,pool,maps,map_s
a1,0,a,10,10.5
b1,1,b,10,14.5
a2,2,a,10,100
b2,3,b,10,100
END
run() { slot-replay --quiet --nodes 10 --slots-per-node 1 --heartbeat 0 "$@"; }
for o in quota-usage:1,10,10 quota; do
    echo "$o"
    run --order $o --record attempts jobs.csv | awk -F, 'NR > 1 { print $1 " at " $11 }' | sort | uniq -c | sort -k 4n -k 2
done
echo 'the same shares are what is reclaimed: K 0.5, a has had all: P is 1/4 and 3/4, b is owed 7.5 and has 7 back'
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,10,900\nb,100,b,10,900\n' >two.csv
run --order quota-usage:0.5,1d --preempt kill:never,15s --until 130s --timeline tl.csv --every 10s -o /dev/null two.csv
awk -F, '$1 == 120 { print $2, $3 }' tl.csv
echo 'why'
run --order quota-usage:1,10,10 --explain b2 jobs.csv | grep '^at 2'
echo 'two queues whose jobs take all go in turn'
printf 'job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes\na1,0,a,1,60,16,2\na2,1,a,1,60,16,2\na3,2,a,1,60,16,2\nb1,3,b,1,60,16,2\nb2,4,b,1,60,16,2\n' >all.csv
for o in quota quota-usage:1,1d; do
    slot-replay --quiet --nodes 2 --slots-per-node 8 --width slots --order $o all.csv | awk -F, 'NR > 1 { print $5, $1 }' | sort -n | awk '{ printf "%s ", $2 } END { print "" }'
done
echo 'each run begins anew: both of two runs are alike'
run --order quota-usage:1,10,10 --runs 2 jobs.csv >two-runs.csv
for n in 1 2; do awk -F, -v n=$n 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } $c["run"] == n { print $c["job_id"], $c["first_launch_s"], $c["finish_s"] }' two-runs.csv >run$n; done
cat run1; cmp run1 run2
echo 'before the first tick, at 100, nobody has used anything: K 1 at 30 owes b 2 of 4'
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,4,90\nb,1,b,4,90\n' >two.csv
printf 'pool,quota\na,0\nb,0\n' >none.csv
run --nodes 4 --order quota-usage:1,1h,100s --pools none.csv --preempt kill:never,15s --until 80s --timeline tl.csv --every 40s -o /dev/null two.csv
awk -F, '$1 == 40 { print $2, $3 }' tl.csv
echo 'and nobody has a share: pools take turns, one that no row names, too'
printf 'job_id,submit_s,pool,maps,map_s\nx,0,a,4,5\nd,1,,4,90\na,2,a,4,90\n' >d.csv
run --nodes 4 --order quota-usage:1,1h,100s --pools none.csv --record attempts --until 80s d.csv | awk -F, 'NR > 1 { print $11, $1 }' | sort | uniq -c
echo 'the least and the most that goes'
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,1,0.00001\n' >short.csv
run --order quota-usage:1000000,0.000001,0.000001 short.csv | cut -d, -f1,6
echo 'what does not go'
for o in quota-usage quota-usage:1 quota-usage:0,1d quota-usage:1,0 quota-usage:1,1d,x quota-usage:1,1d,1,1 quota-usage:1000001,1d; do run --order $o two.csv 2>&1 | head -1; done
