# rules S5, U11: a job alone finds the cluster as a trace of its own would. The job before it left its pool above the cap, and held.
printf 'pool,weight,cap\na,1,50\nb,1,\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na1,0,a,9,13\nb1,41,b,7,11\na2,203,a,9,13\nb2,305,b,5,7\na3,401,a,9,13\n' >jobs.csv
run() { slot-replay --quiet --nodes 2 --slots-per-node 2 --heartbeat 0 --order windows:100,4,0.5,10 --pools pools.csv "$@"; }
run --alone jobs.csv | awk -F, 'NR > 1 { print $1, $8 }' | sort
sed 1d jobs.csv | while read -r job; do
    printf 'job_id,submit_s,pool,maps,map_s\n%s\n' "$job" >one.csv
    run one.csv | awk -F, 'NR > 1 { print $1, $7, "in a trace of its own" }'
done
