# rule S6: until 25: a is done, b has one map done and one running, c is in the system and waits, d comes at 25 itself, e after 25 is not told of.
# What still runs has no finish; jobs by submission; the timeline ends at 20.
printf 'job_id,submit_s,maps,map_s\na,0,1,10\nb,1,2,10\nc,2,1,10\nd,25,1,10\ne,26,1,10\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --until 25s --attempts a.csv --timeline t.csv jobs.csv | cut -d, -f1,4-7,12,13,21
cut -d, -f1,4,11,13,14 a.csv
cut -d, -f1,3,5 t.csv
# A reduce whose copy phase is not over has no compute_s yet.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nj,0,1,10,1,5,5\n' >one.csv
for until in 12 15 16; do
    slot-replay --nodes 1 --heartbeat 0 --slowstart 1 --until $until --record attempts one.csv | awk -F, '$6 == "reduce" { print $11, "compute", $12, "finish", $13, $14 }'
done
