# G10, G11.3: what does not go with order cput and --max-starve, and what they say of a trace without limits.
printf 'job_id,submit_s,maps,map_s,limit_s\na,0,2,10,10\nb,1,2,10,\nc,2,1,5,\n' >jobs.csv
at() { slot-replay --nodes 2 --slots-per-node 1 "$@" jobs.csv 2>&1 >none | head -1; }
at --order cput
at --order cputs --width slots
at --order cput:1h --width slots
at --preset torque-shipped --width none
for t in '' x 1s, 1s,0 -5s 1s,2s,3s ,5s 1e30 never 1s,-1s; do at --preset torque-shipped --max-starve "$t"; done
at --preset torque-shipped --backfill easy
at --preset torque-shipped --racks 2 --switches 1@5s
at --preset torque-shipped --order hfs
at --preset torque-shipped --heartbeat 3s
echo 'none goes with all'
at --preset torque-shipped --max-starve none --backfill easy
echo 'without effect'
at --max-starve 1h
echo 'no limits: how many'
at --preset torque-shipped
cut -d, -f1-4 jobs.csv >all.csv
mv all.csv jobs.csv
at --preset torque-shipped
echo 'torque-fifo does not ask for them'
at --preset torque-fifo
echo 'wider than the cluster'
printf 'job_id,submit_s,maps,map_s,limit_s\na,0,3,10,10\n' >jobs.csv
at --preset torque-fifo
at --preset torque-shipped
echo 'nothing, and a header alone'
: >jobs.csv
at --preset torque-shipped
echo job_id,submit_s,maps,map_s >jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --preset torque-shipped jobs.csv
