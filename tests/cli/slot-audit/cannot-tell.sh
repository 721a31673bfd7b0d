# What a log does not show is no fault: exit status 2. Rows that are wrong by themselves still are.
cat >jobs.csv <<'END2'
job_id,submit_s,pool,maps,map_s,limit_s
a,0,etl,1,30,40
b,1,etl,1,5,9
d,2,long,1,20,30
e,3,etl,1,8,2
END2
o='--nodes 1 --slots-per-node 3 --heartbeat 0 --order fifo'
q='etl=1,run=10s:long,short=5s;long=1'
slot-replay $o --admission "$q" --attempts log.csv jobs.csv >out.csv
cut -d, -f1,5,10,11,13,14 log.csv
check() { log=$1; shift; slot-audit "$log" slot-replay "$@" jobs.csv 2>&1; echo "exit $?"; }
echo '--- rules V1, V4: a is killed at 10 and begins again; which of its lives an attempt is of, no row says'
check log.csv $o --admission "$q"
check log.csv $o
sed '/^a/s/,10,killed/,10,done/' log.csv >bad.csv
check bad.csv $o --admission "$q"
sed '/^d/s/,n1,/,n2,/' log.csv >bad.csv
check bad.csv $o --admission "$q"
echo '--- rule B20: a node that leaves idle stays while it is used'
printf 'node,slots,from_s,to_s,leaves\nn1,3,,10,idle\nn2,1,,,\n' >cluster.csv
slot-replay --cluster cluster.csv --heartbeat 0 --attempts log.csv jobs.csv >out.csv
check log.csv --cluster cluster.csv --heartbeat 0
echo '--- section 20'
slot-replay --nodes 2 --preset hadoop-1.2.1 --quiet --attempts log.csv jobs.csv >out.csv
check log.csv --nodes 2 --preset hadoop-1.2.1 --quiet
echo '--- as it was called'
slot-replay $o --attempts log.csv jobs.csv >out.csv
slot-replay $o --audit log.csv jobs.csv 2>&1; echo "exit $?"
slot-replay $o --quiet --audit=log.csv jobs.csv; echo "exit $?"
slot-replay $o --load 2 --quiet --audit log.csv jobs.csv 2>&1; echo "exit $?"
echo '--- not a command'
for line in '' log.csv 'log.csv slot-reply jobs.csv' 'log.csv slot-replay --nodes x jobs.csv' 'log.csv slot-replay --validate jobs.csv' \
    'log.csv slot-replay --help' '--nodes 2 log.csv' 'log.csv slot-replay jobs.csv' 'log.csv slot-replay --nodes 2 jobs.csv more.csv'; do
    echo "slot-audit $line"; slot-audit $line 2>&1; echo "exit $?"
done
