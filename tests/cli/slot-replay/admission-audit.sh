# Rules V1 to V5: what the audit says of a log that was made with other queues, or changed by hand.
cat >jobs.csv <<'END2'
job_id,submit_s,pool,maps,map_s,limit_s
a,0,etl,1,30,40
b,1,etl,1,5,9
d,2,long,1,20,30
e,3,etl,1,8,2
END2
o='--nodes 1 --slots 3 --heartbeat 0 --order fifo'
q='etl=1,run=10s:long,short=5s;long=1'
slot-replay $o --admission "$q" --attempts log.csv jobs.csv >out.csv
cut -d, -f1,5,10,11,13,14 log.csv
audit() { echo "$1"; slot-replay $o --admission "$2" --audit log.csv jobs.csv 2>&1 && echo '  holds'; }
audit 'the queues that it was made with' "$q"
audit 'rule V1: two at a time in etl' 'etl=2,run=10s:long,short=5s;long=1'
audit 'rule V4: in long there is a place' 'etl=1,run=10s:long,short=5s;long=2'
audit 'rule V4: no time' 'etl=1,short=5s;long=1'
audit 'rule V4: it ends' 'etl=1,run=10s,short=5s;long=1'
audit 'rule V3: b has waited too long' 'etl=1,run=10s:long,wait=8s,short=5s;long=1'
audit 'rule V5: e is not short' 'etl=1,run=10s:long;long=1'
audit 'no queues' none
change() { echo "$1"; awk -F, -v OFS=, "$2" log.csv >changed.csv; slot-replay $o --admission "$q" --audit changed.csv jobs.csv 2>&1 && echo '  holds'; }
change 'a goes on for a second' '/^a/ && $5 == 0 { $13 = 11 } { print }'
change 'a was killed a second before' '/^a/ && $5 == 0 { $13 = 9 } { print }'
change 'b is admitted a second before' '/^b/ { $10--; $11--; $13-- } { print }'
change 'a did not run before' '!/^a/ { print } /^a/ && $5 == 1 { $5 = 0; print }'
change 'a does not begin again' '!(/^a/ && $5 == 1) { print }'
printf 'job_id,submit_s,pool,maps,map_s\na,0,etl,1,3\nx,5,etl,1,3\na,10,etl,1,3\n' >twice.csv
slot-replay $o --admission "$q" --attempts twice.log twice.csv >out.csv
slot-replay $o --admission "$q" --audit twice.log twice.csv 2>&1 | sed -n 1p
echo 'rule V7: x was killed by the time-out, at the instant at which it ends'
printf 'job_id,submit_s,pool,maps,map_s\nx,0,etl,1,10\n' >ends.csv
slot-replay $o --admission etl=1,run=10s --attempts ends.log ends.csv >out.csv
sed 's/,done,/,killed,/' ends.log >killed.csv
slot-replay $o --admission etl=1,run=10s --audit killed.csv ends.csv 2>&1
