# By hand, rule S9.8: why jobs that start all at once wait. Two racks of two nodes with two slots. a holds n1 to n3 until 10; b wants all nodes; c, of
# one slot and 5 s, goes before b on n4; d, of 60 s, would delay b, and at 3 one of 7 s would not; at 3 n1 and n4 are free and e waits until 9 for a rack; p is at its maximum while f runs.
cat >jobs.csv <<'END'
job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s
a,0,x,1,10,6,3,10
b,1,x,1,10,8,4,20
c,2,x,1,5,1,1,5
d,3,x,1,5,1,1,60
END
printf 'node,rack,slots\nn1,r1,2\nn2,r1,2\nn3,r2,2\nn4,r2,2\n' >cluster.csv
run() { slot-replay --quiet --cluster cluster.csv --width slots "$@"; }
for backfill in easy none; do
    echo "$backfill"
    run --order fifo --backfill $backfill --record decisions jobs.csv | cut -d, -f1-3,5- | sed 's/,*$//' | tail -n +2
done
echo 'a wait for one rack, and a maximum'
printf 'job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s\nz,0,x,1,3,2,1,3\ny,0,x,1,20,2,1,20\nx,0,x,1,20,2,1,20\ne,1,x,1,5,4,2,5\n' >racks.csv
run --order fifo --switches 1@8s --explain e racks.csv
printf 'pool,max_share\np,3\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s,job_cpus,job_nodes,limit_s\nf,0,p,1,10,2,1,10\ng,1,p,1,5,2,1,5\n' >most.csv
run --order hfs --pools pools.csv --explain g most.csv
echo 'and with that limit it does: 64 nodes, A has 60 until its limit, 43200, B wants all, C two, for a week. Slurm reserves from 43200 on, and C has to end before'
printf 'job_id,submit_s,maps,map_s,job_nodes,limit_s\nA,0,1,36000,60,43200\nB,60,1,36000,64,43200\n' >week.csv
for how in '--order fifo --backfill easy' '--order fifo --backfill conservative' '--preset slurm'; do
    { cat week.csv; echo C,180,1,7200,2,604800; } | slot-replay --quiet --nodes 64 --slots-per-node 1 --width slots $how --explain C - | grep '^at 180'
    for limit in 43019 43020 43021; do { cat week.csv; echo C,180,1,7200,2,$limit; } | slot-replay --quiet --nodes 64 --slots-per-node 1 --width slots $how - | awk -F, '$1 == "C" { printf "%s ", $5 } END { print "" }'; done | tr -d '\n'; echo
done
echo 'with and without rows the results are the same'
run --order fifo --backfill easy jobs.csv >plain; run --order fifo --backfill easy --decisions rows.csv jobs.csv | cmp - plain && wc -l <rows.csv
