# By hand, rules X4 to X6 with --width: 4 nodes of 2 slots. a has a quota of 4, which it lends, b one of 4, which it keeps, c none. c2 takes the 4
# that a lends. b1 has its own at once. When b1 ends, 4 are free, but b keeps them: a1 waits for c2, and then goes before c3, as a is below its
# quota; c3 waits for a1.
cat >pools.csv <<'END'
pool,quota,lending_limit
a,4,
b,4,0
c,0,
END
cat >jobs.csv <<'END'
job_id,submit_s,pool,maps,map_s,job_cpus,limit_s
c2,1,c,2,100,4,100
b1,2,b,2,50,4,50
c3,2.5,c,1,10,2,10
a1,3,a,2,10,4,10
END
run() { slot-replay --nodes 4 --slots-per-node 2 --width slots --order quota --pools pools.csv "$@" | awk -F, 'NR > 1 { print $1 " at " $5 }' | sort; }
for b in none skip easy; do echo "$b"; run --backfill $b jobs.csv; done
echo 'why'
slot-replay --quiet --nodes 4 --slots-per-node 2 --width slots --order quota --pools pools.csv --explain=c3 jobs.csv
echo 'c may have 4 of 8, and wants 6: never'
{ head -1 jobs.csv; echo c1,0,c,3,10,6,10; } >six.csv
run six.csv
echo 'a limit: a may run 2, so a job of 4 is refused'
sed 's/lending_limit/limit/; s/^a,4,/a,4,2/; s/^b,4,0/b,4,/' pools.csv >limit.csv
slot-replay --nodes 4 --slots-per-node 2 --width slots --order quota --pools limit.csv jobs.csv
