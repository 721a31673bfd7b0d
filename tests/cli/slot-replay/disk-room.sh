# rules A6 A7 A10: room for map output, by hand. One node of two map slots with room for 500 bytes; a's three maps write 100 bytes each, big's two 450, c's one 200.
# fifo. 0: a's maps 0 and 1 (300 left). 10: both are done; map 2 (200 left), and big is passed over for c, which fits (0 left). 15: c ends, its 200 bytes go. 20: a ends and its 300
# go. So there is room for the first map of big (50 left), and not for the second before the job has ended, which it never does.
cat >jobs.csv <<'J'
job_id,submit_s,maps,map_s,shuffle_bytes
a,0,3,10,300
big,0,2,10,900
c,0,1,5,200
J
options="--nodes 1 --map-slots 2 --reduce-slots 0 --heartbeat 0 --order fifo"
slot-replay $options --disk 500 --until 100 --attempts a.csv --decisions d.csv jobs.csv | cut -d, -f1,5,6,21
cut -d, -f1,4,11,13,14 a.csv
grep at-limit d.csv
echo "without the limit big's maps run at 10 and 20; with room for 900 too"
slot-replay $options --attempts a.csv jobs.csv >/dev/null && grep '^big' a.csv | cut -d, -f1,4,11,13
slot-replay $options --disk 900 --attempts a.csv jobs.csv >/dev/null && grep '^big' a.csv | cut -d, -f1,4,11,13
echo "a job that can never end says so when nothing is left to come"
slot-replay $options --disk 500 jobs.csv 2>&1 | grep never

# What is 10 bytes of three maps: 3, 3 and 4 (rule S4), and room for 10 is enough for all of them, for 9 it is not.
printf 'job_id,submit_s,maps,map_s,shuffle_bytes\nj,0,3,10,10\n' >three.csv
echo "three maps of 10 bytes"
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --disk 10 --record timeline --every 5s three.csv >t.csv
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) k = i; next } { print $1, $k }' t.csv; }
column intermediate_bytes
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --disk 9 three.csv 2>&1 | grep never

# The cluster's disk_bytes goes before --disk: n1 has room for one map of 100, n2 for none, n3 what --disk says, two. n2's row of 0 bytes still takes reduces. Two maps at once on n1 and n3,
# a third on n3, the fourth nowhere before the job ends; another job without output takes n2.
printf 'node,map_slots,reduce_slots,disk_bytes\nn1,2,1,100\nn2,2,1,0\nn3,2,1,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s,shuffle_bytes\nj,0,3,10,3,5,300\nk,0,2,10,0,0,\n' >jobs.csv
echo "rooms of nodes"
slot-replay --cluster cluster.csv --disk 200 --heartbeat 0 --order fifo --slowstart 1 --record attempts jobs.csv | cut -d, -f1,4,6,7,11,13 | sort

# Rule A7: being passed over for want of room counts as any other (D3, D7). j's map has its block on n2 (room 0), n1 is in another rack and after two skips it will do. 0: n1 asks
# (skip 1), then n2 (skip 2); 1 (--revive): n1, having waited 1 s.
printf 'job_id,submit_s,stage,parents,kind,task_id,duration_s,hosts,input_bytes\nj,0,0,,map,0,5,n2,0\nj,0,1,0,reduce,0,0,,50\n' >tasks.csv
echo "skips for want of room"
printf 'node,rack,map_slots,reduce_slots,disk_bytes\nn1,r1,1,1,\nn2,r2,1,1,0\n' >cluster.csv
slot-replay --cluster cluster.csv --heartbeat 0 --delay skips:2 --placement trace --decisions d.csv tasks.csv | cut -d, -f1,5,6,20,21
head -4 d.csv

# Rule A10: output that goes lets nodes ask that were full. n1 and n2 have room for 100 each; a's maps take all of it until a's reduce ends at 15, at 15 b's maps go to both.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s,shuffle_bytes\na,0,2,10,1,5,200\nb,1,2,10,0,0,200\n' >jobs.csv
echo "full nodes ask when a job ends"
slot-replay --nodes 2 --map-slots 2 --reduce-slots 1 --disk 100 --heartbeat 0 --record attempts jobs.csv | cut -d, -f1,4,6,7,11,13
