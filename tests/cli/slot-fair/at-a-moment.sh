# A moment of a replay: what pools ask for then, and the shares of it, which the replay's own timeline has, too.
printf 'pool,weight,min_maps\nads,2,50\nweb,1,\ntest,1,\n' >pools.csv
slot-gen --jobs 200 --maps loguniform:1-60 --map-time 60s --arrival poisson:5s --pool-names ads,web,test >jobs.csv
cluster='--nodes 20 --map-slots 4 --order hfs --pools pools.csv'
slot-fair --explain=ads --against web --at 600s $cluster jobs.csv
slot-fair --at 600s $cluster jobs.csv | awk -F, 'NR > 1 { print $2, $4, $9 }' >asked
slot-replay $cluster --every 600s --timeline timeline.csv jobs.csv >results.csv
awk -F, '$1 == 600 { print $2, $3 + $5, $7 }' timeline.csv | cmp asked - && echo "as in the timeline"
slot-fair --at 600s $cluster - <jobs.csv | cut -d, -f 2,4,9 | tail -n +2 | tr , ' ' | cmp asked - && echo "from standard input"
# A log has a cluster of its own. By hand: of traces/recorded-tasks.csv 47 tasks had come at 60 s and had not ended; its replay has two
# more, for it is a little behind.
slot-fair --quiet --at 60s "$TOP/traces/recorded-tasks.csv"
slot-fair --at 60s jobs.csv; echo $?
slot-fair --at soon jobs.csv; echo $?
slot-fair --nodes 20 jobs.csv; echo $?
slot-fair --at 60s --total-slots 5 --nodes 20 jobs.csv; echo $?
slot-fair --at 60s --nodes 20 jobs.csv pools.csv; echo $?
slot-fair --at 60s --nodes 20 --explain=adz jobs.csv; echo $?
slot-fair --at 60s --nodes 20 --order fiar jobs.csv; echo $?
