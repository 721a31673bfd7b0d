# rule H5: a scan ends with the first launch and starts again from the head: with --order fair and one heartbeat for 4 slots a b a b. A stage
# without an unlaunched, ready task is not in the list: a's reduces are not ready while its maps run, so r's reduce goes first.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,3,10,1,10\nb,0,2,10,0,\nr,0,0,,1,10\n' >jobs.csv
slot-replay --nodes 1 --map-slots 4 --reduce-slots 1 --order fair --heartbeat 1h --slowstart 1 --record attempts jobs.csv |
    awk -F, 'NR > 1 { printf " %s%s@%s", $1, $6, $11 } END { print "" }'
