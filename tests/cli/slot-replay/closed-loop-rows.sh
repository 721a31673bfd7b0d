# A closed loop's jobs are rows until their time (J1). With --alone each is a job from the beginning, as its response
# alone is kept with it. All columns of the two are the same but for the two that --alone fills.
# Every column of the row is in use, and every third job has a chain of two behind it.
awk 'BEGIN {
    print "job_id,submit_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_bytes,shuffle_bytes,input_id,after_job,think_s,wait_node_s,wait_rack_s,setup_s"
    split("very_high,high,normal,low,very_low", priority, ",")
    for (i = 0; i < 40; i++) {
        after = i % 3 ? "j" i - 1 : i < 12 ? "" : "j" i - 12
        print "j" i "," (after == "" ? i : "") ",p" i % 4 ",user" i % 5 "," priority[1 + i % 5] "," 1 + i % 3 "," (i % 7 ? i % 7 : 0) "," 3 + i % 5 ",0.4," \
            (i % 7 ? i % 2 : 3) ",2," 4 + i % 3 ",0.2," 1000000 * i "," 500000 * i ",data" i % 6 "," after "," (after == "" ? "" : i % 4 / 2) "," \
            (i % 5 ? "" : 2) "," (i % 10 ? "" : 3) "," i % 3
    } }' >jobs.csv
run() { slot-replay --nodes 4 --racks 2 --map-slots 2 --reduce-slots 1 --order hfs --delay wait:5s,5s --load 1.5 --jitter 1s "$@" jobs.csv; }
run >rows.csv
run --alone >jobs-alone.csv
[ "$(wc -l <rows.csv)" = 41 ] && echo "41 lines"
head -1 rows.csv | cut -d, -f1-20
columns=$(head -1 rows.csv | tr , '\n' | grep -n -e alone -e slowdown | cut -d: -f1 | paste -sd,)
[ "$columns" ] && cut -d, --complement -f "$columns" rows.csv >a && cut -d, --complement -f "$columns" jobs-alone.csv >b && cmp a b && echo "the same"
cmp -s rows.csv jobs-alone.csv || echo "and filled by --alone"
# Both know a job that is there already, though the first is a row.
printf 'job_id,submit_s,maps,map_s,after_job\na,0,1,10,\nb,,1,10,a\nb,,1,10,a\n' >twice.csv
slot-replay --nodes 1 twice.csv 2>&1
slot-replay --nodes 1 --alone twice.csv 2>&1
# Rows that --until leaves are no rows of results, as jobs that were not submitted are none.
printf 'job_id,submit_s,maps,map_s,after_job\na,0,1,10,\nb,,1,10,a\nc,,1,10,b\n' >three.csv
slot-replay --nodes 1 --until 15s three.csv | cut -d, -f1,4
