# rules A7 to A9, L4, L5, H5: random logs of full disks that the rules allow and that were refused once.
# The engine and the naive scheduler write the same ones.
try() {
    slot-replay --quiet --attempts log.csv "$@" trace.csv >jobs.csv && slot-replay --quiet --audit log.csv "$@" trace.csv
    echo "exit $?: $(($(wc -l <log.csv) - 1)) rows, $(grep -c evicted log.csv) evicted"
}
echo "--- 303492: two jobs give way, one after the other"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
j0,3,,,bab,u2,high,0.5,1,,2,10,,4,0.7,1.000001,0.3,f2,1000
job_1,5.5,,,bab,,,,1,4,8,3,1.5,3,5,12.345678,0.3,f1,350
j2,5.5,,,baa,u2,very_low,,2.5,0.7,2,2,1.5,5,0.7,2,,,
j3,5.5,,,baa,u1,normal,0.5,,4,11,4,,3,0,1,0.3,f1,0
x4,5.5,,,q,u1,,2,1,2.5,8,0.3,0.5,0,1,7.5,,,1000
job_5,5.5,,,bb,u1,,2,,2.5,9,2,1.5,0,5,10,,f2,1000
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,disk_bytes
n1,r3,3,1,
n2,r3,4,1,450
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_share,max_share,max_jobs,capacity,max_capacity,user_limit
q,,fifo,,3,,,0.5,0.6,2
b,,fair,0,,,,0.5,0.01,
ba,b,fair,0.5,,,,0.25,1,0.5
baa,ba,fair,2,,3,,,0.333333,0.5
bab,ba,fifo,2,0,,,0.333333,,
bac,ba,fair,1,5,,,0.333333,1,1.5
bb,b,fair,3,,,,1,0.9,0.5
bc,b,fifo,0,,,,0.7,0,0.1
bca,bc,,3,2,,1,1,0.25,0.5
bcb,bc,fair,0,2,,,0.333333,0.01,0.75
bcc,bc,fair,2,4,4,2,0.1,1,0.333333
z,,,0.5,,,,0.2,,0.333333
EOF
try --cluster cluster.csv --pools pools.csv --order capacity --delay yarn:0.5,0.1 --placement hdfs --replication \
    1 --heartbeat 0 --out-of-band no --per-heartbeat 2 --seed 405 --speed-sigma 2.5 --disk 450 --evict \
    least-progress --until 300
echo "--- 301470: under hod a job waits for nodes: it is not in, and nobody gives way for it"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,0,,,q,,,1,7,3,,2,1,0.3,0.3,f2,1000
j1,,job_0,,q,u1,,,3,2,1.5,4,5,7.5,0.3,f2,0
x2,0,,,q,u2,,,2,10,,0,0.7,7.5,,,600
j3,,x2,0,q,u1,,,5,0.3,0.5,0,5,7.5,,f2,100
job_4,3.75,,,q,u1,,,5,12.345678,,0,,0,0.3,,450
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,wait_node_s,wait_rack_s,capacity,max_capacity,user_limit,nodes
q,,fifo,0,3,,,,,4,,0.1,1,0.333333,5
EOF
try --nodes 8 --racks 2 --map-slots 3 --reduce-slots 3 --pools pools.csv --order hod:1 --delay none --placement \
    uniform --replication 2 --penalty rack=1,off=2 --heartbeat 0 --revive 0.5 --disk 200 --evict most-space --until \
    300
echo "--- 301439: jobs of a pool that is full are not in: x0 gives way at 14.61138, not at 7.440149"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
x0,3,,,k,u1,very_low,,9,1,1.5,2,0,1.000001,,f2,1000
x1,3,,,k,u2,,,0,0,,5,0.7,10,,,300
x2,5.5,,,k,,,,0,1,,6,0,4,,,1000
x3,13,,,za,u1,very_high,0.5,0,12.345678,0.5,1,1,0.3,,,999
j4,,x3,,k,u1,,,0,10,1.5,5,0.7,4,,f2,350
job_5,13,,,za,,,,6,10,,0,5,0.3,,,450
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,disk_bytes
n1,r2,1,1,
n2,r1,0,1,
n3,r2,1,1,150
n4,r2,1,1,
n5,r1,0,1,200
n6,r2,0,1,200
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_share,max_share,max_jobs,capacity,max_capacity,user_limit,from_s
q,,fair,2,,,,1,,0.75,
q,,,1,4,,2,,0.5,1,7.000001
b,,fair,,,,1,0,0.333333,0.333333,
b,,,2,,3,,,,,4
b,,,2,4,2,1,0.6,0.5,,10
ba,b,fifo,0,,1,,0.25,0.01,1.5,
bb,b,fifo,0.333333,4,,1,0.5,0.333333,0.1,
bc,b,fair,0.5,,2,,0.5,0.9,0.1,
bc,,,0.333333,,,,0.6,,,7.000001
bc,,,2,2,3,1,0.2,0,1,10
z,,fair,0.5,4,,2,0.5,0.01,,
z,,,0,1,,2,0.6,,,4
z,,,1,2,,3,,,1,10
z,,,3,1,,1,0.6,0,1,25
za,z,fair,1,,,,0.7,,,
za,,,2,,,2,,0,0.5,4
za,,,0.333333,2,,3,,,,13
za,,,1,1,,2,,0,,25
zb,z,fifo,0.333333,,,,0,0.25,,
zc,z,,1.25,,,,,,,
k,,fair,0.5,2,,1,,1,0.5,
EOF
try --cluster cluster.csv --pools pools.csv --order hfs --delay spark:0,0,3s --spark-reset refusal --placement \
    uniform --replication 3 --penalty rack=1,off=2 --heartbeat 0 --over-min scale --slowstart 0.8 --speed-sigma 0.4 \
    --disk 150 --evict most-space --until 300
echo "--- 304417: x3 has no row: whether it waits for room the log does not say"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
j0,0,,,q,u1,low,2,4,2.5,8,5,0.5,6,0.7,4,,,600
job_1,5,,,,,very_high,4,4,2.5,4,3,1.5,6,0.7,2,,,600
job_2,5,,,q,u2,high,2,,,0,2,1.5,4,1,4,,f2,350
x3,5,,,b,u1,,0.5,0.7,,3,7.5,,2,,1,0.3,,1000
x4,5,,,z,u1,,0.25,0,0.7,2,7.5,,0,0,0,,,0
x5,5,,,,u1,high,,,2.5,4,2,,1,0,12.345678,,,1000
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,from_s,to_s,disk_bytes
n1,r1,1,1.5,0,,200
n2,r2,1,0.5,8.999999,,300
n3,r4,3,0.7,0,,200
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_share,max_share,max_jobs,capacity,max_capacity,user_limit,from_s
q,,fair,0.5,,3,,0.1,0.6,1,
b,,,1.25,3,1,2,,0.333333,2,
z,,fifo,1.25,,,,0.1,0.333333,0.333333,
z,,,,,1,2,0.6,,,2.5
z,,,0,,0,2,0.2,0.5,,7.000001
EOF
try --cluster cluster.csv --pools pools.csv --order deficit:0.333333,3,5,1 --delay spark:4,2.5s,1.333333 \
    --spark-reset launch --placement uniform --replication 1 --heartbeat 0 --out-of-band yes --slowstart 0.5 \
    --startup 1s --seed 628 --speed-sigma 1 --disk 200 --evict latest --until 300
echo "--- 304417: as before, a job's tasks being fewer"
try --cluster cluster.csv --pools pools.csv --order deficit:0.333333,3,5,1 --delay spark:4,2.5s,1.333333 \
    --spark-reset launch --placement uniform --replication 1 --heartbeat 0 --out-of-band yes --slowstart 0.5 \
    --startup 1s --seed 628 --speed-sigma 1 --disk 200 --evict latest --until 300 --order deficit:700ms,3,4s,3
echo "--- 303881: x1 gives way at 143.403205; j2, of the same full pool, is launched after that"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,3,,,q,,very_high,,6,7.5,,5,1,0.3,,,100
x1,3,,,q,u2,,,4,12.345678,,6,,7.5,0.3,f1,1000
j2,3,,,q,,low,,3,0.3,,2,0.7,2,,,237
x3,5.5,,,q,,high,1,11,1,1.5,0,0.7,10,0.3,f1,0
j4,5.5,,,,u2,,,0,2,,3,,12.345678,,f1,350
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit
q,,fair,,2,1,,,,0.2,0.01,0.75
EOF
try --nodes 4 --racks 1 --map-slots 1 --reduce-slots 2 --pools pools.csv --order capacity --delay none \
    --placement uniform --replication 1 --heartbeat 0 --commit-pending 1 --slowstart 0 --seed 641 --admit cpac:6,3 \
    --load-cap 0.25 --stragglers 1,0.5 --disk 75 --until 300
echo "--- 301629: j4's maps were done at once, and x1 has no row yet"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
j0,3,,,q,u1,,,3,1,,0,1,7.5,0.3,,237
x1,3,,,q,,,,7,10,,0,0,3,,,100
x2,3,,,,u1,high,,4,1.000001,1.5,1,0,3,,,237
j3,3,,,q,u2,very_high,0.5,0,7.5,,4,0.7,0,,,0
j4,3,,,q,u2,low,,11,0,,2,,1,,f1,100
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,disk_bytes
n1,r4,3,1,75
n2,r1,0,1,
n3,r4,2,1,300
n4,r4,0,1,
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_share,max_share,max_jobs,capacity,max_capacity,user_limit
q,,fair,2,,,,1,0.25,0.1
EOF
try --cluster cluster.csv --pools pools.csv --order capacity --delay none --placement hdfs --replication 1 \
    --penalty rack=1.3,off=2 --heartbeat 0.7 --out-of-band no --preempt kill:never,700ms,tr --preempt-every 3s \
    --failure-rate 0.1 --max-attempts 3 --until 300
echo "--- 411141: x0 gave way at 3.546803, when two of its maps were done, not at 7.889313, when x2's reduces computed"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
x0,0,,,alice,,,,4,1,6,2,0.5,3,5,12.345678,,,600
j1,0,,,bob,u1,very_high,3.25,2.5,1,5,1,1.5,6,0.7,0.3,,,237
x2,0,,,bob,,high,,,,11,1,,2,1,10,,,237
EOF
try --nodes 5 --racks 2 --slots 4 --order hfs --delay spark:1,700ms,1 --placement hdfs --replication 1 \
    --heartbeat 0 --out-of-band no --per-heartbeat 2 --slowstart 0.8 --load-cap 0.1 --balance-long 1h --disk 100 \
    --evict least-progress --until 300
echo "--- 301530: job_3 gives way more than once, and the cluster loses nodes"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,1.5,,,bab,,normal,,2,2,1.5,0,1,5,,,450
job_1,,job_0,,,,,,1,2,,6,5,3,,,450
x2,1.5,,,,u1,,,0,0.3,,6,,0,,f1,300
job_3,1.5,,,,u1,,,10,0,1.5,5,5,7.5,,f1,999
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,leaves,disk_bytes
n1,r1,2,1,0.5,5,7.25,,450
n1,r1,1,1,1.5,24,,,450
n2,r2,3,2,0.7,0,7.5,lost,200
n2,r2,4,1,1.5,11.75,,,
n3,r2,2,2,1,2.7,8.5,lost,450
n3,r2,2,1,1,10.999999,13.999999,lost,
n3,r2,3,2,2,28.5,,lost,450
n4,r2,3,0,1.5,,,lost,300
n5,r2,2,2,1,,2,lost,75
n5,r2,3,3,2,11.000001,17.700001,lost,75
n6,r1,0,2,0.7,6,8,,450
n6,r1,1,2,0.5,14.5,22.999999,lost,450
n6,r1,3,1,1.5,39.999999,,lost,
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit
q,,fifo,0.5,,,,3,2,,,2
qa,q,fair,3,,,3,3,,0.5,0.9,
qaa,qa,fifo,2,,,,,,0.1,,0.5
qb,q,fifo,2,3,1,,,,0.5,,
b,,fair,1,,3,0,2,,0.7,0.01,0.75
ba,b,fair,,,,,,,0.333333,,
baa,ba,fair,1.25,1,,,,,0.25,,
bab,ba,,1.25,,,,,,0.25,0.01,0.5
z,,fair,2,,,,3,,0.333333,0.333333,1.5
EOF
try --cluster cluster.csv --pools pools.csv --order fair-gap --delay adaptive:0 --placement trace --replication \
    1 --heartbeat 0 --commit-pending 1 --slowstart 0 --speculate late:0.5,33.3,50,3.3 --speculate-every 0.5 --disk \
    75 --evict most-space --until 300
echo "--- 301530: under hod it is not known whose nodes are whose once tasks take no time"
try --cluster cluster.csv --pools pools.csv --order fair-gap --delay adaptive:0 --placement trace --replication \
    1 --heartbeat 0 --commit-pending 1 --slowstart 0 --speculate late:0.5,33.3,50,3.3 --speculate-every 0.5 --disk \
    75 --evict most-space --until 300 --order hod:2 --delay none --preempt none
echo "--- 2100322: job_2's maps take no time: it is let back, done with them and gives way again, all at 71.005819"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,0,,,bba,u2,very_low,,5,1,,0,0,2,,f1,999
job_1,0,,,bcc,u2,,,5,4,,6,,5,,,0
job_2,0,,,bcc,,,,3,0,1.5,4,,5,,,1000
j3,0,,,bba,,very_high,,6,4,,0,0,5,0.3,f1,300
j4,,j3,,bcb,u2,,,12,0.3,1.5,0,0,1,0.3,f2,600
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,leaves,disk_bytes
n1,r1,1,3,0.7,0,,,75
n2,r2,4,1,0.7,,,lost,1000
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit,nodes
q,,fair,0.5,,,,,2,,0.01,0.333333,1
b,,fifo,,,4,,1,,0,,0.5,
ba,b,fair,3,4,4,,,,0,1,2,
bb,b,fifo,,,,,,,0.1,,,
bba,bb,fair,3,,,,,1,0.5,1,0.75,
bbb,bb,fair,0,,5,,,,,0.5,1.5,2
bbc,bb,fifo,1.25,,3,0,,,0.5,0.333333,0.5,2
bc,b,fifo,0,,,,,,0.333333,0.9,,
bca,bc,fifo,3,,,,,,0.7,0.6,,
bcb,bc,fair,1.25,,,,,,0.5,0.5,0.75,2
bcc,bc,,0.5,0,,4,,,0.7,,0.333333,
z,,fair,0.5,5,,,,,0.333333,,,
za,z,fair,3,,,,,,0.2,0.01,0.5,
EOF
try --cluster cluster.csv --pools pools.csv --order hod:2 --delay none --placement hdfs --replication 2 \
    --penalty rack=1.5,off=2 --heartbeat 3s --per-heartbeat 2 --revive 2s --slowstart 1 --jitter 4 --failure-rate \
    0.02 --stragglers 1,0.7,2,7.5 --disk 200 --evict most-space --until 300 --order capacity
echo "--- 2200397: job_1's maps take no time: that its reduces wait is seen once they are done"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,0,,,alice,,very_low,2,2,2,0.5,0,,2,,f1,1000
job_1,3.75,,,alice,u2,,2,8,0,,3,5,7.5,,f2,100
j2,,job_1,,bob,u1,,1000000,6,12.345678,0.5,2,,7.5,0.3,f1,
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,from_s,to_s,leaves,disk_bytes
n1,r1,1,0.5,,,lost,
n2,r1,3,0.5,5.25,9.999999,lost,300
n3,r1,1,1,,5.7,lost,300
n4,r2,3,1,0,,lost,75
n5,r1,2,1,1.999999,3.999999,lost,
n3,r1,3,1,11.7,17.123457,lost,300
n5,r1,0,0.5,9.999998,13.5,lost,
EOF
try --cluster cluster.csv --order capacity --delay adaptive --placement hdfs --replication 1 --heartbeat 1 \
    --per-heartbeat 2 --preempt kill:1,never,tr --preempt-every 0.7 --failure-rate 0.02 --balance-long 0.5 --disk 100 \
    --until 12.5 --order deficit:700ms,3,4s,3
echo "--- 2200397: under hod its reduces give way in the instant of their launch"
try --cluster cluster.csv --order capacity --delay adaptive --placement hdfs --replication 1 --heartbeat 1 \
    --per-heartbeat 2 --preempt kill:1,never,tr --preempt-every 0.7 --failure-rate 0.02 --balance-long 0.5 --disk 100 \
    --until 12.5 --order hod:2 --delay none --preempt none
echo "--- 2200527: of two maps launched in a heartbeat the order does not say which came first: one fits before the other only"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,3,,,alice,,,,0.7,4,11,12.345678,,0,,2,0.3,,999
job_1,3,,,alice,,,,2.5,0,6,10,,4,,4,,,350
x2,3,,,carol,u2,,,0.7,,6,2,,0,0,12.345678,0.3,,100
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,leaves,disk_bytes
n1,r1,3,3,1,13.5,19.000001,lost,450
n2,r1,3,0,1,,3,lost,75
n2,r1,3,3,1,9,10.5,lost,
n2,r1,3,1,0.5,14.623457,,lost,
n3,r1,3,2,0.5,,,lost,450
n4,r1,3,3,0.5,21.5,30.000001,lost,75
n4,r1,2,2,1.5,30.000001,49.250001,,75
n4,r1,2,1,1,51.250001,,lost,75
n5,r1,1,1,0.5,0,5,,1000
n5,r1,4,2,1,5,6.333333,lost,1000
n6,r1,0,2,2,0,,lost,
n7,r1,4,3,1,,,lost,200
EOF
try --cluster cluster.csv --order modified-fair --lc-table printed --delay skips:1,0 --placement uniform \
    --replication 1 --no-rack-level --penalty rack=1.5,off=1.7 --heartbeat 2.333333 --seed 713 --speculate \
    late:1,25,75,1 --speculate-every 0.5 --failure-rate 0.1 --speed-sigma 1 --disk 200 --evict latest --until 300 \
    --order modified-fair --delay adaptive --preempt none
echo "--- 2200732: cpac over a network: some reduce surely had not copied all when n5 was lost, so j0's output there was, too"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
j0,1.5,,,qac,,normal,3.25,8,2,0.5,3,0,2,,f1,300
x1,1.5,,,,,low,,3,3,,5,0,2,,f2,0
j2,1.5,,,qaa,u2,very_high,,6,4,1.5,0,5,3,,f1,600
job_3,4,,,,u1,very_low,,9,12.345678,,0,1,4,,,450
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,leaves,disk_bytes
n1,r1,2,3,0.5,,13.25,lost,75
n1,r1,2,2,0.5,19.333333,,lost,
n2,r1,2,2,1,,,lost,
n3,r1,0,0,1.5,,,lost,200
n4,r1,0,3,0.5,0,,lost,150
n5,r1,2,2,1,0,5.333333,,300
n5,r1,4,0,1,8.333333,14,lost,
n5,r1,4,2,1,14,,lost,
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,wait_node_s,wait_rack_s,capacity,max_capacity,user_limit,from_s
q,,fifo,,,3,,,,0,6,0.2,0.6,0.75,
q,,,,,,4,1,,,1.5,0.2,0,,1
qa,q,fair,1,,,,5,,6,2.5,,1,0.1,
qa,,,1,4,5,1,1,3,0,1.5,0.6,0.5,,7.000001
qa,,,3,,3,,3,3,1.5,,0.2,0.5,,18
qaa,qa,fifo,0.5,,3,,,,2.5,,0.7,0.333333,1.5,
qab,qa,,1.25,1,,,2,,6,1,0.7,0.25,2,
qab,,,0,,,4,,3,3,3,0.2,0.5,,10
qac,qa,fair,0,1,,,1,,,,,,2,
qb,q,fair,1.25,,,3,5,2,6,0.7,0.2,,,
qba,qb,fair,3,,,2,3,,4,4,0.333333,0.25,0.333333,
qba,,,3,2,,,,2,1.5,,0.2,0,1,1
qbb,qb,fair,0.333333,3,,,,,0,,0.2,0.333333,,
qbb,,,0,2,,4,,,0,,,0.5,,4
qbb,,,0.5,1,,4,2,3,,0,0.2,0.5,,10
qbc,qb,,1.25,0,,,4,,4,0,,0.01,,
b,,fair,0,,1,,,,,,0.5,0.6,0.333333,
b,,,0,4,2,,,2,0,,0.6,,0.5,10
ba,b,fifo,0.5,,,,,,0.7,2.5,0.333333,,0.75,
ba,,,0.333333,4,3,,0,3,5,5,0.6,,,1
ba,,,0,4,1,4,5,3,,1.5,0.6,0,0.5,2.5
ba,,,1,,,2,,,1.5,,,0,,10
bb,b,fifo,1.25,4,,,,,6,0.7,0.333333,,0.1,
bc,b,fifo,1.25,,3,,,2,,,0.7,0.5,,
bc,,,1,2,5,1,5,2,3,5,0.2,,,7.000001
bc,,,0.333333,,,4,0,,1.5,,0.6,0.5,,10
EOF
try --speculate-every 3s --max-attempts 2 --speed-sigma 0.4 --preempt kill:3s,2s,half --preempt-every 1s \
    --cluster cluster.csv --pools pools.csv --order deficit:500ms,1,2.5 --delay wait:1 --placement uniform \
    --replication 1 --penalty rack=1.3,off=1 --heartbeat 3s --per-heartbeat 2 --load 3 --admit cpac:1,1 --load-cap \
    0.333333 --failure-rate 0.1 --disk 75 --evict most-space --until 20 --network node=20M,rack=8M --block-size 3M
echo "--- 2300291: job_0 gives way in a later round of 9.75, after maps that take no time, and job_1 goes on in it"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,1.5,,,zab,u2,very_high,,3,5,,1,,12.345678,,,600
job_1,1.5,,,qbb,u2,very_high,0.5,3,2,,6,,1.000001,,,600
x2,2.75,,,qbb,u2,,,2,1,,6,,3,,,100
j3,,x2,3.5,zaa,u1,low,3.25,12,12.345678,1.5,0,5,2,0.3,,0
job_4,2.75,,,zab,u1,,,10,0,,0,0,12.345678,,f1,350
x5,2.75,,,zaa,,,,9,1.000001,,0,0.7,0.3,,f2,
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,disk_bytes
n1,r2,3,3,1.5,75
n2,r3,0,3,1,200
n3,r3,1,1,0.7,300
n4,r3,3,1,1,150
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit
q,,,1,,2,,,1,0,,0.1
qa,q,fifo,1.25,,4,,5,,0,,0.333333
qb,q,,1,,,,3,,1,0.333333,2
qba,qb,fifo,1,,4,,4,1,0.2,0.333333,0.333333
qbb,qb,fair,0.333333,,1,,,,1,,0.333333
b,,fifo,1,,,,,2,0.333333,0.25,1.5
ba,b,fair,2,,5,1,,2,0.5,1,
z,,fifo,1,2,,,,,0,0.01,1.5
za,z,fifo,,2,,,,,0.1,,1.5
zaa,za,fifo,0,,,,,,0.333333,0.25,0.75
zab,za,,1,4,,,,,,,
EOF
try --cluster cluster.csv --pools pools.csv --order srtf --delay yarn:0.333333,0.333333 --placement hdfs \
    --replication 3 --penalty rack=1,off=1.7 --heartbeat 1 --over-min keep --admit cpac:3,2 --disk 1000 --evict \
    latest --until 300
echo "--- 2400014: job_0 fails in the instant in which j1 gives way, so that j1 is back in it"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
job_0,0,,,,,,,2.5,1,8,0,,0,,10,,f2,1000
j1,0,,,alice,u2,,,2.5,2.5,12,10,,0,0,1.000001,,f1,999
j2,0,,,alice,u1,high,,,4,11,2,0.5,1,,10,,f1,999
job_3,0,,,,,,2,4,0,11,7.5,,0,5,2,0.3,,450
job_4,0,,,alice,u1,very_low,,0,0,3,12.345678,0.5,5,0.7,0.3,,f2,300
EOF
try --nodes 2 --racks 1 --map-slots 4 --reduce-slots 3 --order mlq:5 --delay skips:4 --placement uniform \
    --replication 2 --penalty rack=1.5,off=1.7 --heartbeat 0 --per-heartbeat all --slowstart 1 --failure-rate 0.5 \
    --speed-sigma 0.1 --disk 200 --until 300 --order deficit:700ms,3,4s,3
echo "--- 2200148: of x1's maps some ran again; the end of the run cut off the others, so that the log leaves open when it gave way"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
x0,1.5,,,,u1,,,9,1.000001,,4,0,10,,,350
x1,1.5,,,carol,u2,,,6,5,,6,1,4,0.3,f1,1000
x2,1.5,,,bob,u2,,,3,5,0.5,3,0.7,4,,f2,1000
j3,,x2,0,carol,u2,,3.25,4,0.3,,0,,7.5,0.3,,300
x4,,j3,0,bob,,,,1,5,1.5,2,,1.000001,,,450
x5,1.5,,,alice,,,,10,10,1.5,0,0,4,,,1000
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,disk_bytes
n1,r1,2,1,1,,,100
n2,r2,3,0,2,,,100
n3,r2,2,3,2,,18,1000
n3,r2,0,0,2,35.7,40.123457,1000
n3,r2,4,3,0.5,40.123457,,1000
n4,r1,3,0,2,0,1.333333,
EOF
try --cluster cluster.csv --order deficit:2.5s,1,12.345678 --delay wait:5 --placement uniform --replication 1 \
    --penalty rack=1,off=1 --heartbeat 1 --out-of-band yes --slowstart 1 --startup 0.25 --seed 560 --preempt \
    kill:never,6,half --preempt-every 3s --speculate hadoop:0.5,0 --failure-rate 0.1 --speed-sigma 0.1 \
    --balance-long 10 --evict most-space --until 300 --order capacity
echo "--- 2000363: how many reduces copy on a node a log of a network does not say"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
j0,1.5,,,bob,u2,,3.25,11,4,,3,,12.345678,,,350
j1,4,,,carol,u2,,,4,3,,2,1,10,,f2,1000
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,leaves,disk_bytes
n1,r2,3,3,1,,3.5,lost,
n1,r2,3,3,1,4,,lost,
EOF
try --cluster cluster.csv --order capacity --delay wait:1 --placement redraw --replication 4 --no-rack-level \
    --heartbeat 0 --per-heartbeat 1 --revive 0.5 --startup 0.25 --seed 720 --admit cpac:7,3,2 --speed-sigma 0.4 \
    --stragglers 1,0.7,0,40 --disk 450 --until 300 --network node=20M,rack=8M --block-size 3M
echo "--- job_0 gives way, runs one of two maps again, and fails with it"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,setup_s,shuffle_bytes
job_0,1.5,,,carol,,normal,0.5,3,7.5,1.5,0,1,2,,f2,7.5,600
job_1,1.5,,,alice,u1,,2,9,0.3,1.5,2,1,2,0.3,,2.5,300
x2,1.5,,,,u1,very_high,0.5,5,1.000001,0.5,6,,2,,,7.5,350
job_3,6.5,,,,,very_high,,6,2,,3,1,1.000001,,f2,,450
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,disk_bytes
n1,r1,3,2,1,300
n2,r1,2,1,1,
n3,r1,2,0,1,
n4,r1,3,3,1,75
n5,r1,2,0,1,100
EOF
try --speculate hadoop:0.1,1s --speculate-every 0.5 --failure-rate 0.4 --max-attempts 3 --stragglers 30%,0.3 \
    --preempt kill:1s,2s,tr --preempt-every 2.5s --admit cpac:2,2 --cluster cluster.csv --order usage:1,1 \
    --delay skips:0,1 --placement hdfs --replication 2 --heartbeat 0.7 --out-of-band no --seed 793 --cores 1 \
    --stragglers 50%,3,3.5,40 --disk 300 --evict most-space
echo "--- 8000025: job_3 gave way before 111. It launches nothing until the end of the run, so that no row shows it"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,stage,parents,kind,task_id,duration_s,copy_s,hosts,setup_s,input_bytes
job_0,1.5,,,alice,,normal,,0,,task,t0,0,,,1.000001,0
job_0,1.5,,,alice,,normal,,0,,task,t1,0,,n1|n1,1.000001,0
job_0,1.5,,,alice,,normal,,0,,task,t2,0,,n1|n1|n1,1.000001,0
job_0,1.5,,,alice,,normal,,0,,task,t3,0,,n1,1.000001,0
job_0,1.5,,,alice,,normal,,0,,task,t4,0,,elsewhere0|n1|n1,1.000001,0
job_0,1.5,,,alice,,normal,,1,0,task,t0,1.000001,,n1,2.5,0
job_0,1.5,,,alice,,normal,,1,0,task,t1,1.000001,,elsewhere2,2.5,0
job_0,1.5,,,alice,,normal,,1,0,task,t2,1.000001,,n1|n1|n1,2.5,0
j1,,job_0,3.5,,u2,normal,2,0,,map,t0,2,,n1|n1,2.5,0
j1,,job_0,3.5,,u2,normal,2,0,,map,t1,0,,n1|n1|elsewhere1,2.5,0
j1,,job_0,3.5,,u2,normal,2,0,,map,t2,12.345678,,n1|n1|n1,2.5,0
j1,,job_0,3.5,,u2,normal,2,0,,map,t3,2,,n1|n1|n1,2.5,0
j1,,job_0,3.5,,u2,normal,2,0,,map,t4,5,,n1|n1|elsewhere0,2.5,0
j1,,job_0,3.5,,u2,normal,2,1,0,reduce,t0,5,,,7.5,75
j1,,job_0,3.5,,u2,normal,2,1,0,reduce,t1,5,1,elsewhere0|elsewhere2,7.5,120
job_2,1.5,,,,,low,2,0,,task,t0,7.5,,n1|elsewhere2,1,0
job_2,1.5,,,,,low,2,0,,task,t1,7.5,,n1|elsewhere1,1,0
job_2,1.5,,,,,low,2,0,,task,t2,7.5,,n1,1,0
job_2,1.5,,,,,low,2,0,,task,t3,7.5,,,1,0
job_2,1.5,,,,,low,2,0,,task,t4,7.5,,n1,1,0
job_2,1.5,,,,,low,2,0,,task,t5,7.5,,,1,0
job_2,1.5,,,,,low,2,0,,task,t6,7.5,,n1|n1|n1,1,0
job_2,1.5,,,,,low,2,1,0,task,t0,5,,n1,1.000001,0
job_2,1.5,,,,,low,2,1,0,task,t1,2,,n1|n1,1.000001,0
job_2,1.5,,,,,low,2,1,0,task,t2,0.3,,n1|n1,1.000001,0
job_2,1.5,,,,,low,2,1,0,task,t3,1,,elsewhere0|n1|n1,1.000001,0
job_2,1.5,,,,,low,2,1,0,task,t4,2,,n1,1.000001,0
job_2,1.5,,,,,low,2,1,0,task,t5,0,,n1,1.000001,0
job_2,1.5,,,,,low,2,2,0|1,task,t0,4,,n1|n1|n1,,0
job_2,1.5,,,,,low,2,2,0|1,task,t1,4,,n1|n1,,0
job_2,1.5,,,,,low,2,2,0|1,task,t2,4,,n1|n1|n1,,0
job_2,1.5,,,,,low,2,3,1,task,t0,10,,n1,,0
job_2,1.5,,,,,low,2,3,1,task,t1,1,,n1|n1|n1,,0
job_2,1.5,,,,,low,2,3,1,task,t2,10,,n1|n1|n1,,0
job_2,1.5,,,,,low,2,3,1,task,t3,3,,n1|n1|n1,,0
job_2,1.5,,,,,low,2,3,1,task,t4,2,,n1,,0
job_2,1.5,,,,,low,2,3,1,task,t5,3,,elsewhere0|elsewhere0|n1,,0
job_2,1.5,,,,,low,2,3,1,task,t6,5,,n1|elsewhere0|n1,,0
job_2,1.5,,,,,low,2,3,1,task,t7,5,,n1|n1,,0
job_3,2.75,,,bob,,very_high,,0,,map,t0,3,,n1,0.3,0
job_3,2.75,,,bob,,very_high,,0,,map,t1,0,,elsewhere2|elsewhere1,0.3,0
job_3,2.75,,,bob,,very_high,,0,,map,t2,0,,n1|n1|n1,0.3,0
job_3,2.75,,,bob,,very_high,,0,,map,t3,2,,elsewhere2|n1|n1,0.3,0
job_3,2.75,,,bob,,very_high,,0,,map,t4,0.3,,,0.3,0
job_3,2.75,,,bob,,very_high,,0,,map,t5,4,,n1|n1|n1,0.3,0
job_3,2.75,,,bob,,very_high,,1,0,reduce,t0,5,1,n1|elsewhere0|n1,0.3,33
job_3,2.75,,,bob,,very_high,,1,0,reduce,t1,5,1,n1|n1|n1,0.3,200
job_3,2.75,,,bob,,very_high,,1,0,reduce,t2,5,1,,0.3,75
job_3,2.75,,,bob,,very_high,,1,0,reduce,t3,5,1,n1|n1,0.3,33
job_3,2.75,,,bob,,very_high,,1,0,reduce,t4,5,,n1|n1|n1,0.3,100
job_3,2.75,,,bob,,very_high,,1,0,reduce,t5,5,4,n1|n1|n1,0.3,120
job_3,2.75,,,bob,,very_high,,1,0,reduce,t6,5,1,elsewhere2|n1|n1,0.3,0
job_4,2.75,,,bob,u1,,,0,,map,t0,3,,n1|n1,1.000001,0
job_4,2.75,,,bob,u1,,,0,,map,t1,10,,,1.000001,0
job_4,2.75,,,bob,u1,,,0,,map,t2,10,,n1,1.000001,0
job_4,2.75,,,bob,u1,,,0,,map,t3,5,,elsewhere0,1.000001,0
job_4,2.75,,,bob,u1,,,0,,map,t4,1,,,1.000001,0
job_4,2.75,,,bob,u1,,,0,,map,t5,0,,n1|n1,1.000001,0
job_4,2.75,,,bob,u1,,,0,,map,t6,2,,n1|n1,1.000001,0
job_4,2.75,,,bob,u1,,,1,0,reduce,t0,7.5,,n1|n1,1,120
job_4,2.75,,,bob,u1,,,1,0,reduce,t1,4,,,1,100
job_4,2.75,,,bob,u1,,,1,0,reduce,t2,4,1,n1|n1,1,120
job_4,2.75,,,bob,u1,,,1,0,reduce,t3,2,,elsewhere2|elsewhere1|n1,1,0
job_4,2.75,,,bob,u1,,,1,0,reduce,t4,0.3,,,1,0
job_4,2.75,,,bob,u1,,,1,0,reduce,t5,7.5,,n1,1,100
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,disk_bytes
n1,r1,2,1,150
EOF
try --speculate-every 3s --failure-rate 0.2 --max-attempts 3 --preempt-every 1s --cluster cluster.csv --order \
    capacity --delay spark:4,1.333333,0 --placement trace --replication 3 --heartbeat 0 --out-of-band no \
    --per-heartbeat 2 --slowstart 0.333333 --jitter 4 --seed 767 --preempt kill:6,6,tr --preempt-every 1 --speculate \
    hadoop:0.5,2s --speculate-every 1.25 --load-cap 0.333333 --cores 3 --disk 150 --evict most-space --until 300 \
    --order deficit:700ms,3,4s,3
echo "--- 910249: x4 ends in the instant in which j1 gave way: j1 is back, and its maps launch in that instant"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
j0,3,,,carol,u1,normal,3.25,0,0,10,2,0.5,1,,2,,,0
j1,10.5,,,bob,u1,very_low,0.5,,1,11,1,,5,0.7,5,0.3,,300
j2,13,,,alice,,high,1,0,0,7,1,1.5,0,5,0.3,0.3,,300
j3,,j2,1,,u1,very_high,1,4,,7,3,1.5,0,5,1.000001,,,237
x4,,j2,0,carol,u2,,,2.5,1,11,0,0.5,0,1,2,,,300
j5,13,,,,,,1,2.5,0.7,10,0,0.5,0,5,2,0.3,f2,1000
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,from_s,to_s,disk_bytes
n1,r1,1,0.7,25,,200
n2,r1,1,1,0,6.333333,300
n3,r1,3,2,0,2,75
n4,r2,2,1,0,,1000
n5,r2,1,1,0,6.25,
n2,r1,2,0.5,7.7,31.823457,
n3,r1,2,1,3.5,12.000001,
n5,r2,1,2,6.25,,
n2,r1,0,1.5,31.823457,33.823458,300
n3,r1,0,0.5,34.700001,38.7,75
EOF
try --cluster cluster.csv --order hfs:lack --delay skips:2 --placement redraw --replication 3 --heartbeat 0 --out-of-band no --seed 331 \
    --preempt kill:never,2.5s,tr --preempt-every 0.7 --stragglers 0.34,0.5,2,8 --disk 100 --evict least-progress --until 300
