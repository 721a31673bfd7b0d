# By hand, rules G2, U4: fair share with backfill. Two nodes of one slot; a's first job has both until 10. a2 and b1 then want both. b has used
# nothing, so it goes first, though a2 came before. At 15 a has used 20 slot seconds and b 10, so s, of b, goes before a2, which has to wait for it.
printf 'job_id,submit_s,pool,maps,map_s,limit_s\na1,0,a,2,10,10\na2,1,a,2,5,5\nb1,2,b,2,5,5\ns,10.5,b,1,1,1\n' >jobs.csv
run() { slot-replay --quiet --nodes 2 --slots-per-node 1 --width slots "$@" --record attempts jobs.csv | awk -F, 'NR > 1 && !seen[$1]++ { print $1 " at " $11 }' | sort | paste -sd, ; }
echo 'usage: b1, s, a2'
run --order usage:1h,1s --backfill easy
echo 'fifo'
run --order fifo --backfill easy
echo 'b weighs a hundredth: at 10 it still has used nothing, at 15 1,000 for its weight: a2 before s'
printf 'pool,weight\na,1\nb,0.01\n' >pools.csv
run --order usage:1h,1s --backfill easy --pools pools.csv
