# rules B9, B13, A3, F3: random logs that the rules allow and that were refused once.
# The engine and the naive scheduler write the same ones.
try() {
    slot-replay --quiet --attempts log.csv "$@" trace.csv >jobs.csv && slot-audit log.csv slot-replay --quiet "$@" trace.csv
    echo "exit $?: $(($(wc -l <log.csv) - 1)) rows, $(grep -c evicted log.csv) evicted"
}
echo "--- 303440: a node's speed is the row's times the draw, times that of a straggler: in that order a product of doubles is rounded to 9.80232"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
x0,3,,,q,,low,,7,7.5,0.5,3,0,3,,,1000
x1,5.5,,,q,u1,very_high,,7,1,1.5,0,5,10,0.3,,237
job_2,5.5,,,b,u2,low,,3,1.000001,1.5,5,1,7.5,0.3,,
j3,,job_2,0,b,u2,,,0,2,0.5,3,0,3,,,100
j4,8,,,b,u1,very_low,,0,1.000001,1.5,6,0.7,0,,,1000
job_5,15.5,,,b,u1,,,5,2,,1,0.7,2,0.3,,350
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,disk_bytes
n1,r2,3,3,0.7,4.000001,,200
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,wait_node_s,wait_rack_s,capacity,max_capacity,user_limit
q,,,1,0,5,,3,2,1,6,0.25,,
b,,,0.5,,,,,,6,,0.2,1,
z,,fair,0,0,,,,,0.7,1,0,0.25,0.5
EOF
try --cluster cluster.csv --pools pools.csv --order modified-fair --delay adaptive:1 --placement trace \
    --replication 2 --no-rack-level --penalty rack=1,any=1.7 --heartbeat 0 --revive 0.5 --slowstart 0.8 --seed 537 \
    --speed-sigma 1 --stragglers 1,0.1,2,8 --disk 450 --until 300
echo "--- 305772: the same of another"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,stage,parents,kind,task_id,duration_s,copy_s,hosts,setup_s
job_0,1.5,,,qb,,low,,0,,task,t0,4,,n1|n4,1.000001
job_0,1.5,,,qb,,low,,0,,task,t1,4,,n4|n2|n2,1.000001
job_0,1.5,,,qb,,low,,0,,task,t2,4,,n3,1.000001
job_0,1.5,,,qb,,low,,0,,task,t3,4,,n4|n7,1.000001
job_0,1.5,,,qb,,low,,0,,task,t4,4,,,1.000001
job_0,1.5,,,qb,,low,,0,,task,t5,4,,n6|n1,1.000001
job_0,1.5,,,qb,,low,,0,,task,t6,4,,n1|n5|n4,1.000001
job_0,1.5,,,qb,,low,,0,,task,t7,4,,,1.000001
job_0,1.5,,,qb,,low,,1,,task,t0,0.3,,n2|n1|elsewhere0,7.5
job_0,1.5,,,qb,,low,,1,,task,t1,0.3,,n2|n1,7.5
job_0,1.5,,,qb,,low,,1,,task,t2,0.3,,n7|n6,7.5
job_0,1.5,,,qb,,low,,1,,task,t3,0.3,,n7|n7|n2,7.5
job_0,1.5,,,qb,,low,,1,,task,t4,0.3,,n3|n2,7.5
job_0,1.5,,,qb,,low,,2,0|1,task,t0,1.000001,,elsewhere1,0.3
job_0,1.5,,,qb,,low,,2,0|1,task,t1,1.000001,,n4|n7,0.3
job_0,1.5,,,qb,,low,,2,0|1,task,t2,1.000001,,n2|n6|n1,0.3
job_0,1.5,,,qb,,low,,2,0|1,task,t3,1.000001,,elsewhere0,0.3
job_0,1.5,,,qb,,low,,2,0|1,task,t4,1.000001,,,0.3
job_0,1.5,,,qb,,low,,2,0|1,task,t5,1.000001,,n6|n5|n3,0.3
job_0,1.5,,,qb,,low,,2,0|1,task,t6,1.000001,,n6,0.3
job_0,1.5,,,qb,,low,,2,0|1,task,t7,1.000001,,n7|n6|n4,0.3
j1,1.5,,,qb,u2,normal,2,0,,task,t0,2,,n5|n7,1.000001
j1,1.5,,,qb,u2,normal,2,0,,task,t1,2,,n2|n3|n3,1.000001
j1,1.5,,,qb,u2,normal,2,0,,task,t2,2,,,1.000001
j1,1.5,,,qb,u2,normal,2,0,,task,t3,2,,n4|n4|n6,1.000001
j1,1.5,,,qb,u2,normal,2,0,,task,t4,2,,n4,1.000001
j1,1.5,,,qb,u2,normal,2,0,,task,t5,2,,n6,1.000001
j1,1.5,,,qb,u2,normal,2,0,,task,t6,2,,elsewhere2|n1,1.000001
j1,1.5,,,qb,u2,normal,2,0,,task,t7,2,,n6|n5,1.000001
j1,1.5,,,qb,u2,normal,2,1,,task,t0,12.345678,,,
j1,1.5,,,qb,u2,normal,2,1,,task,t1,0.3,,n7,
j1,1.5,,,qb,u2,normal,2,1,,task,t2,1.000001,,n4,
j1,1.5,,,qb,u2,normal,2,1,,task,t3,2,,n3|elsewhere2|n1,
j1,1.5,,,qb,u2,normal,2,1,,task,t4,2,,n1,
j1,1.5,,,qb,u2,normal,2,1,,task,t5,0,,n5,
j1,1.5,,,qb,u2,normal,2,1,,task,t6,4,,n4|n5,
j1,1.5,,,qb,u2,normal,2,1,,task,t7,10,,n4|elsewhere1|n5,
j2,1.5,,,qa,u2,normal,3.25,0,,task,t0,2,,,2.5
j2,1.5,,,qa,u2,normal,3.25,0,,task,t1,2,,n7,2.5
j2,1.5,,,qa,u2,normal,3.25,0,,task,t2,2,,n5|n2|n1,2.5
job_3,9,,,bba,u2,very_high,,0,,map,t0,10,,n1|n5,
job_3,9,,,bba,u2,very_high,,0,,map,t1,2,,n3|n1,
job_3,9,,,bba,u2,very_high,,0,,map,t2,7.5,,n5|n3,
job_3,9,,,bba,u2,very_high,,0,,map,t3,1.000001,,n5,
job_3,9,,,bba,u2,very_high,,0,,map,t4,0.3,,n6,
j4,,job_3,0,bbb,u1,,,0,,task,t0,4,,n1,0.3
j4,,job_3,0,bbb,u1,,,0,,task,t1,12.345678,,n4|n6,0.3
j4,,job_3,0,bbb,u1,,,1,,task,t0,12.345678,,n3|n7|elsewhere0,7.5
j4,,job_3,0,bbb,u1,,,1,,task,t1,12.345678,,,7.5
j4,,job_3,0,bbb,u1,,,1,,task,t2,12.345678,,elsewhere0|n3,7.5
j4,,job_3,0,bbb,u1,,,1,,task,t3,12.345678,,n4,7.5
j4,,job_3,0,bbb,u1,,,1,,task,t4,12.345678,,n7|n6,7.5
j4,,job_3,0,bbb,u1,,,1,,task,t5,12.345678,,elsewhere1,7.5
j4,,job_3,0,bbb,u1,,,1,,task,t6,12.345678,,,7.5
j4,,job_3,0,bbb,u1,,,1,,task,t7,12.345678,,elsewhere0,7.5
j5,12.75,,,qb,u2,normal,,0,,map,t0,3,,elsewhere0|n4,1.000001
j5,12.75,,,qb,u2,normal,,0,,map,t1,3,,elsewhere1,1.000001
j5,12.75,,,qb,u2,normal,,0,,map,t2,12.345678,,elsewhere0|n2,1.000001
j5,12.75,,,qb,u2,normal,,0,,map,t3,12.345678,,n6|n1,1.000001
j5,12.75,,,qb,u2,normal,,0,,map,t4,2,,n5|n5,1.000001
j5,12.75,,,qb,u2,normal,,0,,map,t5,0,,n3,1.000001
j5,12.75,,,qb,u2,normal,,0,,map,t6,1,,elsewhere0,1.000001
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s
n1,r1,2,3,1,0,3.7
n1,r1,3,3,1,7,9.5
n1,r1,2,1,1.5,14.5,
n2,r3,3,2,0.5,0,4.999999
n2,r3,2,2,1.5,4.999999,7
n3,r3,1,2,1.5,0,
n4,r2,2,0,1,,
n5,r2,2,2,1,,6.123457
n6,r3,0,3,0.7,,8.7
n6,r3,2,3,1,13.333333,32
n6,r3,4,1,0.5,34,40.5
n7,r1,1,2,0.5,1.333333,3.999999
n7,r1,4,2,1,3.999999,10.999998
n7,r1,1,3,1.5,30.999998,
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit
q,,fair,2,,,,,,0,0.01,0.5
qa,q,fifo,2,,,4,5,,0.5,0.25,1
qb,q,fair,1.25,,,,1,,0.1,0.5,
qc,q,fifo,1,,1,,,,0.5,0.25,0.333333
b,,fifo,2,,2,,,1,0.5,0.01,
ba,b,fair,1.25,,,0,,,0.2,0.01,1.5
bb,b,fair,2,2,5,2,,,0.2,0.5,0.75
bba,bb,fair,2,1,,4,,,0.5,0.25,0.75
bbb,bb,fifo,1,,5,,,,0.7,0.25,1.5
z,,,0.5,1,,,,,0.333333,,0.5
za,z,,1.25,,,,,,0.333333,0.6,
EOF
try --cluster cluster.csv --pools pools.csv --order fifo --delay wait:0,700ms,asking --placement trace \
    --replication 3 --penalty rack=1.3,any=1.7 --heartbeat 0 --commit-pending 3s --slowstart 0 --seed 27 \
    --speed-sigma 0.1 --stragglers 1,0.7,3.5,7.5 --balance-long 2 --until 300
echo "--- 2200204: job_3's reduce t3 had copied all before its maps were lost, and waited to compute"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,shuffle_bytes
x0,0,,,qaa,,,,2.5,1,10,1,0.5,3,,2,,,600
job_1,1.25,,,qab,,,,0,2.5,8,5,0.5,0,5,12.345678,,,
x2,,job_1,0,qaa,u2,high,,2.5,0.7,0,7.5,0.5,2,,2,,f1,100
job_3,1.25,,,qab,u1,low,,1,1,11,0,,5,1,5,,,450
j4,1.25,,,qab,u1,,,,2.5,11,3,0.5,5,0,5,,,999
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,disk_bytes
n1,r2,3,3,1,,5.123457,
n1,r2,1,3,2,5.123457,9.7,
n1,r2,3,3,0.5,9.7,,
n2,r1,0,3,1.5,,17,200
n2,r1,4,3,1.5,17,,
n3,r1,3,1,0.7,,2.5,450
n4,r1,2,3,1,0,1.5,150
n4,r1,4,3,0.7,4.623457,13.623457,150
n5,r2,3,3,2,,8.333333,
n5,r2,0,1,1,8.333333,26.5,
n5,r2,4,2,2,51.499999,56.999999,
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit
q,,,2,,,,2,,1,0.6,0.5
qa,q,,,1,,,,,0.7,,0.5
qaa,qa,fair,0.333333,2,,,,1,0,,
qab,qa,fair,1.25,,,,2,,0.333333,,2
EOF
try --cluster cluster.csv --pools pools.csv --order fair-gap --delay skips:2 --placement redraw --replication 3 \
    --heartbeat 0 --out-of-band yes --per-heartbeat all --over-min scale --slowstart 1 --startup 0.25 --seed 999 \
    --admit cpac:5,1,3 --balance-long 7.5s --evict most-space --until 300 --network node=20M,rack=8M --block-size 3M
echo "--- 2300185: the task with which job_1 fails does not come back, so no node is called"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id
job_0,3,,,q,u1,,,0,0.7,10,10,0.5,4,0.7,1.000001,0.3,f2
job_1,,job_0,,q,,low,,1,2.5,11,2,0.5,6,0,1.000001,,f2
x2,3,,,q,u2,,0.5,,,4,7.5,0.5,5,0,1,,f1
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed
n1,r2,3,2,1
n2,r2,4,0,1
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit,from_s
q,,fifo,0.333333,,2,,1,,0.2,,,
EOF
try --speculate hadoop:0,0s --speculate-every 3s --failure-rate 0.4 --max-attempts 1 --stragglers 50%,0.2,3s,9s \
    --preempt-every 1s --admit cpac:2,2 --cluster cluster.csv --pools pools.csv --order fifo --delay skips:5 \
    --placement uniform --replication 4 --penalty rack=1,any=1 --heartbeat 0 --out-of-band no --load 2 --jitter 1s \
    --admit cpac:1,1,3 --speculate hadoop:0,2s --speculate-every 0.5 --order capacity
echo "--- 700670: the end of t2, which makes the job fail, lets t0 compute for no time: t0 is killed, and has not ended"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,stage,parents,kind,task_id,duration_s,copy_s,hosts
job_0,3,,,,u1,,,4,2.5,0,,reduce,t0,0,4,n6|elsewhere1|n4
job_0,3,,,,u1,,,4,2.5,0,,reduce,t1,12.345678,,elsewhere0|n3|n5
job_0,3,,,,u1,,,4,2.5,0,,reduce,t2,1.000001,,n6|n5|n6
job_0,3,,,,u1,,,4,2.5,0,,reduce,t3,4,,n5|n1
job_0,3,,,,u1,,,4,2.5,0,,reduce,t4,2,4,n2|n1|n2
job_0,3,,,,u1,,,4,2.5,1,,task,t0,2,,
job_0,3,,,,u1,,,4,2.5,1,,task,t1,1.000001,,n5|elsewhere1
job_0,3,,,,u1,,,4,2.5,1,,task,t2,2,,elsewhere2|n1|n7
job_0,3,,,,u1,,,4,2.5,1,,task,t3,7.5,,n5|n3|n6
job_0,3,,,,u1,,,4,2.5,1,,task,t4,5,,
job_0,3,,,,u1,,,4,2.5,1,,task,t5,0.3,,n5
job_0,3,,,,u1,,,4,2.5,1,,task,t6,0,,n1|elsewhere2
job_0,3,,,,u1,,,4,2.5,1,,task,t7,1.000001,,n5|elsewhere0
job_0,3,,,,u1,,,4,2.5,2,0|1,map,t0,1.000001,,elsewhere0
job_0,3,,,,u1,,,4,2.5,2,0|1,map,t1,1.000001,,
job_0,3,,,,u1,,,4,2.5,2,0|1,map,t2,1.000001,,elsewhere2
job_0,3,,,,u1,,,4,2.5,2,0|1,map,t3,1.000001,,n4|n1
job_0,3,,,,u1,,,4,2.5,2,0|1,map,t4,1.000001,,n7
job_0,3,,,,u1,,,4,2.5,2,0|1,map,t5,1.000001,,n4
job_0,3,,,,u1,,,4,2.5,3,0|1|2,reduce,t0,1,,n2|n6
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed
n1,r1,2,2,1
n2,r1,1,1,1.5
n3,r1,3,3,0.5
n4,r2,2,3,1
n5,r2,4,3,1.5
n6,r2,1,3,1
n7,r2,1,1,0.7
EOF
try --speculate late:100%,10,40,2s --speculate-every 3s --max-attempts 1 --stragglers 40%,0.5,1.5s,20s \
    --preempt-every 1s --admit cpac:3,1 --cluster cluster.csv --order modified-fair --lc-table printed --delay \
    skips:0,0 --placement trace --replication 1 --heartbeat 5s --slowstart 1 --seed 911 --admit cpac:6,3 --speculate \
    late:0.333333,0,25,3.3 --speculate-every 1.25 --failure-rate 0.5 --max-attempts 3 --speed-sigma 0.4
echo "--- a reduce is lost with its node at 1.000001, before the maps of no length of that instant"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,setup_s
job_0,0,,,qc,u1,high,3.25,0,0,,1,1,12.345678,0.3,,2.5
j1,0,,,qc,,,,11,0,1.5,2,0,12.345678,,,
x2,2.5,,,qaa,,,,9,1.000001,,5,5,4,0.3,,2.5
x3,2.5,,,qb,,high,3.25,11,12.345678,,6,,0.3,0.3,,1.000001
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed,from_s,to_s
n1,r1,1,0.5,5.000001,9.000001
n1,r1,1,1,15,
n2,r1,3,0.5,,
n3,r1,1,0.7,0,20
n3,r1,1,0.7,20,38
n3,r1,1,2,38,58.000001
n4,r1,2,2,12.7,17.7
n4,r1,4,2,21.95,40.000001
n5,r1,1,1,0,1.123457
n5,r1,4,0.7,1.123457,25.25
n5,r1,1,2,25.25,28.5
n6,r1,2,0.5,0,1.000001
n6,r1,1,1.5,13.500001,15.623458
n6,r1,4,1,18.000001,
n7,r1,3,1.5,,6
n7,r1,2,0.7,15,31.7
n8,r1,0,0.5,,4.333333
n8,r1,1,0.7,9,13
n8,r1,0,1,14,
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_share,max_share,max_jobs,wait_node_s,wait_rack_s,capacity,max_capacity,user_limit,from_s
q,,fair,0.333333,,,,0.7,2.5,0.333333,0.9,0.75,
qa,q,,,,5,,0,6,0.5,0.5,,
qa,,,,4,,,1.5,1.5,0.2,0.5,,1
qaa,qa,fair,0,3,1,,1,6,,0.25,,
qaa,,,1,2,,,5,,0.6,,,4
qaa,,,0,4,,1,1.5,5,0.6,0.5,0.5,7.000001
qaa,,,0.5,,0,,3,1.5,0.6,,,18
qb,q,fair,0.5,,,,,1,0.25,0.9,1,
qb,,,,2,,,0,0,0.6,,1,1
qb,,,0.333333,2,1,3,3,0,0.6,0.5,1,2.5
qc,q,fifo,2,,,,1,6,0.2,1,0.333333,
qc,,,,2,5,1,1.5,3,0.2,0.5,1,10
b,,,3,,,1,4,,0.25,0.333333,,
EOF
try --cluster cluster.csv --pools pools.csv --order offers:1.000001,2 --delay wait:1.333333,3s,clock \
    --placement uniform --replication 1 --penalty rack=1.5,any=1 --until 300
echo "--- 740502: j0's last map is launched in a later round of 16.666666: job_1's failure gave n3 a second heartbeat, so j0's reduce has copied all after j4's"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,setup_s
j0,0,,,qa,u1,,,5,0,0.5,4,,2,,,1
job_1,0,,,qa,,,,12,0,,1,0.7,0.3,,,0.3
x2,0,,,qa,u2,low,,5,0.3,,3,1,12.345678,0.3,,1
j3,7.5,,,qa,u1,very_high,3.25,5,1.000001,0.5,0,,2,,f1,7.5
j4,7.5,,,,u1,low,,2,12.345678,1.5,5,0,3,,f2,2.5
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed
n1,r2,1,1,1.5
n2,r2,1,1,0.5
n3,r2,3,1,0.7
n4,r1,2,3,0.7
n5,r1,1,0,0.7
n6,r2,2,0,1.5
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit,from_s
q,,,0,,,,,2,0.5,0.5,0.75,
q,,,2,2,,4,0,3,0.6,,0.5,2.5
q,,,2,1,3,,0,2,0.2,0.5,1,7.000001
q,,,2,2,,,2,,0.2,0.5,0.5,13
qa,q,,,2,,,1,,0,0.333333,1,
qa,,,0.333333,4,3,,2,2,,,1,10
EOF
try --speculate-every 2.333333 --failure-rate 0.2 --max-attempts 2 --preempt kill:3s,2s,half --preempt-every \
    2.5s --admit cpac:3,1 --cluster cluster.csv --pools pools.csv --order deficit:1,3,12.345678,2 --delay \
    yarn:0,0.5 --placement uniform --replication 1 --penalty rack=1.3,any=1 --heartbeat 5s --out-of-band no \
    --off-switch 1 --give-back yes --jitter 1s --seed 992 --failure-rate 0.1 --max-attempts 1 --cores 1 --until 300
echo "--- 5000589: job_1's last map is launched and done at 9, after n8 was lost. So its reduces had not copied all, and n8's maps run again"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id,setup_s,shuffle_bytes
x0,1.5,,,bob,u1,normal,,4,10,0.5,1,1,10,0.3,f1,1.000001,
job_1,1.5,,,bob,u1,,,12,0,,5,0,10,,f1,,600
x2,1.5,,,alice,u1,,,3,3,0.5,3,0,0,,,1.000001,100
x3,1.5,,,,,,2,10,1.000001,,3,0,1,,,1,999
j4,,x3,,alice,,low,,3,2,0.5,2,5,3,,f2,,0
j5,2.75,,,alice,u1,normal,,9,2,,4,,1.000001,0.3,,2.5,600
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed,from_s,to_s,disk_bytes
n1,r1,3,1,1,,5.7,300
n1,r1,3,2,0.7,9.7,15.000001,
n1,r1,3,1,1,19,,
n2,r1,3,3,1,,2.5,
n2,r1,2,1,2,4.5,10.623457,
n2,r1,0,3,1,10.623457,,
n3,r1,2,2,0.5,,,200
n4,r1,1,3,0.5,,,300
n5,r1,4,3,2,0,,
n6,r1,1,2,1.5,0,21.7,300
n7,r1,0,0,0.5,,6.999999,200
n7,r1,4,2,2,11.333333,14.333333,
n7,r1,2,0,0.5,32.333333,,200
n8,r1,3,3,0.5,0,9,200
n8,r1,4,2,1,13.999999,,
EOF
try --speculate late:100%,10,40,2s --speculate-every 0.5 --failure-rate 0.05 --max-attempts 4 --preempt-every \
    1s --admit cpac:2,2 --cluster cluster.csv --order srtf --delay skips:0,0 --placement hdfs --replication 4 \
    --penalty rack=1,any=1.7 --heartbeat 3s --out-of-band no --slowstart 0.333333 --load 0.7 --seed 315 --speculate \
    late:0.25,0,100,0.5 --speculate-every 1.25 --cores 3 --disk 200 --evict none
echo "--- 6000107: at 7.95413 two attempts end on n4, and what the greater share leaves of a third is nothing: it ends in a further round"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id
j0,3,,,qb,u1,normal,,6,1,,1,5,1,,f1
j1,3,,,b,,,,2,0,,4,0,1,,f2
j2,3,,,b,u1,low,,9,1,,5,5,2,,f2
x3,8,,,b,,low,,8,1,,0,5,1,,
x4,8,,,qaa,u1,,,11,1,,6,0.7,0,,
EOF
cat >cluster.csv <<'EOF'
node,rack,slots,speed
n1,r3,2,1
n2,r2,4,1
n3,r1,0,1
n4,r3,3,1
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_share,max_share,max_jobs,capacity,max_capacity,user_limit,from_s
q,,,1.25,,4,2,0.333333,0.333333,0.1,
qa,q,fair,1,,5,,0.333333,0.01,0.1,
qa,,,3,1,,,0.6,,,7.000001
qa,,,0.333333,1,,1,0.6,0.5,0.5,13
qaa,qa,fifo,2,2,3,,0.333333,0.25,,
qaa,,,0.333333,,0,,0.2,0,1,1
qaa,,,0,,5,2,,,,7.000001
qaa,,,1,,,2,0.2,0,,13
qaa,,,3,1,1,3,,,1,18
qb,q,fair,,,,,,,,
b,,fair,0.333333,,,,,0.01,2,
b,,,0.5,,1,,0.2,0,0.5,1
b,,,0.333333,,,,0.2,0.5,,4
z,,,1,1,,,0.5,,,
EOF
try --cluster cluster.csv --pools pools.csv --order fair --delay capacity:40,2 --placement uniform \
    --replication 2 --penalty rack=1,any=1 --heartbeat 5s --off-switch 1 --per-heartbeat half --over-min keep \
    --slowstart 0 --seed 33 --load-cap 0 --cores 1 --speed-sigma 1 --until 300
echo "--- 7000395: at 5.5 a reduce of x1 has copied all, and after it, with x0's last map, one that was launched before it (T2.1, T2.2)"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,wait_node_s,wait_rack_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_id
x0,1.5,,,qa,u1,,2,0.7,1,6,2,,1,0,4,0.3,
x1,1.5,,,qa,u1,normal,,1,4,10,0,1.5,5,1,2,,
x2,9,,,qa,u2,high,0.5,1,,1,1.000001,,3,1,12.345678,,
job_3,,x2,0,qa,u2,,,,0,8,1.000001,1.5,0,0,3,0.3,f2
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,capacity,max_capacity,user_limit,nodes
q,,fifo,1,,,,4,2,0.5,0.333333,,
qa,q,,2,,,,2,,1,0.9,0.75,3
qb,q,fair,1,,2,,,,0,0.333333,0.5,3
qba,qb,,1,,,,,,0.5,0.6,,
EOF
try --speculate late:100%,10,40,2s --speculate-every 0.5 --failure-rate 0.05 --max-attempts 1 --stragglers \
    50%,0.2,3s,9s --preempt-every 2.5s --admit cpac:3,1 --nodes 3 --racks 2 --map-slots 4 --reduce-slots 1 --pools \
    pools.csv --order hod:2,per-rack --delay none --placement trace --replication 4 --heartbeat 0 --per-heartbeat 1 \
    --seed 298 --until 300 --order deficit:700ms,3,4s,3
echo "--- 8000469: job_0 fails at 44.397862. An attempt of it is killed, which makes an offer round (F3.1), so that job_1's map may have a backup on n2"
cat >trace.csv <<'EOF'
job_id,submit_s,after_job,think_s,pool,user,priority,weight,stage,parents,kind,task_id,duration_s,copy_s,hosts
job_0,0,,,qa,u1,,0.5,0,,task,t0,10,,
job_0,0,,,qa,u1,,0.5,0,,task,t1,12.345678,,n4|n5|n1
job_0,0,,,qa,u1,,0.5,0,,task,t2,2,,n4|n2|n1
job_0,0,,,qa,u1,,0.5,0,,task,t3,12.345678,,n2|n1|n6
job_0,0,,,qa,u1,,0.5,0,,task,t4,0.3,,n3|n4
job_0,0,,,qa,u1,,0.5,0,,task,t5,3,,n2|n4|elsewhere1
job_0,0,,,qa,u1,,0.5,1,,task,t0,0,,n4|n3
job_0,0,,,qa,u1,,0.5,2,1,task,t0,1,,elsewhere0|n1
job_0,0,,,qa,u1,,0.5,2,1,task,t1,5,,n4|n4|n6
job_0,0,,,qa,u1,,0.5,2,1,task,t2,1.000001,,
job_0,0,,,qa,u1,,0.5,2,1,task,t3,10,,n2|n6
job_0,0,,,qa,u1,,0.5,2,1,task,t4,0.3,,n5|elsewhere0|n4
job_0,0,,,qa,u1,,0.5,2,1,task,t5,1,,n2|n1
job_0,0,,,qa,u1,,0.5,2,1,task,t6,12.345678,,n5
job_0,0,,,qa,u1,,0.5,2,1,task,t7,12.345678,,n2
job_1,1.25,,,qa,,low,2,0,,map,t0,1,,n6|n5
job_1,1.25,,,qa,,low,2,0,,map,t1,12.345678,,
job_1,1.25,,,qa,,low,2,1,0,reduce,t0,2,1,
job_1,1.25,,,qa,,low,2,1,0,reduce,t1,10,1,
job_2,1.25,,,kc,u2,high,,0,,map,t0,7.5,,n4|n4|n6
job_2,1.25,,,kc,u2,high,,0,,map,t1,7.5,,n6|n4|elsewhere2
job_2,1.25,,,kc,u2,high,,0,,map,t2,7.5,,n6|n3
job_2,1.25,,,kc,u2,high,,0,,map,t3,7.5,,n2
job_2,1.25,,,kc,u2,high,,0,,map,t4,7.5,,
job_2,1.25,,,kc,u2,high,,1,0,reduce,t0,12.345678,,n2|n4
job_3,,job_2,3.5,kc,,high,,0,,map,t0,1,,n2
job_3,,job_2,3.5,kc,,high,,0,,map,t1,1,,n4|n5
job_3,,job_2,3.5,kc,,high,,0,,map,t2,1,,n1
job_3,,job_2,3.5,kc,,high,,0,,map,t3,1,,n4|n1|n6
EOF
cat >cluster.csv <<'EOF'
node,rack,map_slots,reduce_slots,speed
n1,r1,3,3,1
n2,r1,3,2,1
n3,r1,4,3,1
n4,r1,0,2,1
n5,r1,3,0,1
n6,r1,0,3,1
EOF
cat >pools.csv <<'EOF'
pool,parent,policy,weight,min_maps,max_maps,min_reduces,max_reduces,max_jobs,wait_node_s,wait_rack_s,capacity,max_capacity,user_limit,nodes
q,,fair,1,2,,,,,6,1,0,0.25,2,5
qa,q,fair,0.333333,4,,,,,6,2.5,0.333333,0.5,0.5,
b,,,,3,4,,4,,0.7,,0.2,0.25,,3
ba,b,,1,,3,2,,,0,4,0.2,0.6,,1
bb,b,fair,1.25,,,,1,,0.7,0.7,0.7,0.5,,
z,,fair,0.5,,4,,,,,2.5,0.7,0.25,,
k,,fair,3,,,3,,,2.5,0.7,0.7,0.6,,
ka,k,fair,0.333333,0,,,1,,0.7,0,0.333333,,0.1,
kaa,ka,,0.5,,1,1,3,,6,0.7,0.1,,1.5,2
kb,k,,1,,,2,3,,,4,0.7,,,
kc,k,fifo,,,,,,,4,6,0,0.6,0.75,
EOF
try --speculate late:30%,50,75,3s --speculate-every 2.333333 --failure-rate 0.4 --max-attempts 1 --stragglers \
    30%,0.3 --speed-sigma 0.4 --preempt kill:3s,2s,half --preempt-every 2.5s --cluster cluster.csv --pools \
    pools.csv --order hod:6,pool --delay none --placement trace --replication 3 --penalty rack=1.3,any=2 \
    --heartbeat 0 --out-of-band no --revive 0.5 --admit cpac:1,1 --failure-rate 0.25 --max-attempts 3 --cores 3 \
    --until 300 --order capacity
