# rule B20: n2 is let go at 10, idle. By hand, tasks of 8 s: four of a at 0 and 8; n2's second is not lost, for it is taken at 10, and
# ends at 16. b, submitted at 12, waits until 16. Nothing waits any more then, so n2 goes, and c has n1 alone: 20 and 21.
cat >c.csv <<'CSV'
node,slots,from_s,to_s,leaves
n1,1,,,
n2,1,0,10,idle
CSV
cat >t.csv <<'CSV'
job_id,submit_s,task_id,duration_s
a,0,0,8
a,0,1,8
a,0,2,8
a,0,3,8
b,12,0,1
c,20,0,1
c,20,1,1
CSV
slot-replay --cluster c.csv --heartbeat 0 --order fifo --record attempts t.csv | cut -d, -f1,4,5,7,11,13,14
echo lost:
sed 's/idle/lost/' c.csv >lost.csv
slot-replay --cluster lost.csv --heartbeat 0 --order fifo --record attempts t.csv | cut -d, -f1,4,5,7,11,13,14
# While a stage is being set up the slots stay, too: d's second stage, ready at 22, has both nodes though n2 was let go at 10.
cat >d.csv <<'CSV'
job_id,submit_s,stage,parents,task_id,duration_s,setup_s
d,0,0,,0,9,
d,0,0,,1,9,
d,0,1,0,0,1,13
d,0,1,0,1,1,13
CSV
slot-replay --cluster c.csv --heartbeat 0 --order fifo --record attempts d.csv | cut -d, -f1,3,4,7,11,13
slot-replay --cluster c.csv --heartbeat 0 --order fifo --record attempts d.csv >log.csv
slot-audit log.csv slot-replay --cluster c.csv --heartbeat 0 --order fifo d.csv
sed 's/idle/soon/' c.csv >bad.csv
slot-replay --cluster bad.csv t.csv
