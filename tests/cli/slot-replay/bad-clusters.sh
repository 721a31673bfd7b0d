# Clusters: without nodes, without slots, without slots of a kind that a job needs, names twice, speeds of 0.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,1,1,1,1\n' >jobs.csv
try() { printf "$1" >cluster.csv; slot-replay --cluster cluster.csv --heartbeat 0 jobs.csv 2>&1 >/dev/null; echo "exit $?"; }
try ''
try 'node,map_slots,reduce_slots\n'
try 'node,map_slots,reduce_slots\nn1,0,0\n'
try 'node,map_slots,reduce_slots\nn1,1,0\n'
try 'node,map_slots,reduce_slots\nn1,0,1\n'
try 'node,slots\nn1,0\n'
try 'node,rack\nn1,r1\n'
try 'node,slots,map_slots\nn1,1,1\n'
try '# a note\nnode,slots,map_slots\nn1,1,1\n'
try 'node,slots\nn1,1\nn1,1\n'
try 'node,slots\n,1\n'
try 'node,slots\nn1,many\n'
try 'node,slots\nn1,-1\n'
try 'node,slots\nn1,99999999\n'
try 'node,slots,speed\nn1,1,0\n'
try 'node,slots,speed\nn1,1,-2\n'
try 'node,slots,speed\nn1,1,nan\n'
for slots in '--map-slots 0 --reduce-slots 0' '--map-slots 0' '--reduce-slots 0' '--slots-per-node 0'; do
    slot-replay --nodes 2 $slots --heartbeat 0 jobs.csv 2>&1 >/dev/null; echo "exit $?"
done
