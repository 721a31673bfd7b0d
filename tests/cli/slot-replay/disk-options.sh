# --disk and --evict: what is refused, and what has no effect (rules A6, A9, A10).
printf 'job_id,submit_s,maps,map_s,shuffle_bytes\na,0,2,1,100\n' >jobs.csv
printf 'job_id,submit_s,maps,map_s\na,0,2,1\n' >plain.csv
try() { echo "$*"; slot-replay -o out.csv "$@" 2>&1 | sed 's/^slot-replay: /  /'; }
echo "usage"
try --nodes 2 --disk x jobs.csv
try --nodes 2 --disk jobs.csv
try --nodes 2 --disk -1 jobs.csv
try --nodes 2 --disk 1K --evict lates jobs.csv
try --nodes 2 --disk 1K --evict biggest jobs.csv
try --nodes 2 --disk 1K --evict latest:1 jobs.csv
try --nodes 2 --disk 1K --preset quincy jobs.csv
printf 'node,map_slots,disk_bytes\nn1,2,1000\n' >cluster.csv
try --cluster cluster.csv --preset quincy jobs.csv
echo "one room for the rows of a node; any of them may say it"
printf 'node,map_slots,disk_bytes,from_s,to_s\nn1,2,1000,0,5\nn1,1,2000,5,\n' >cluster.csv
try --cluster cluster.csv jobs.csv
printf 'node,map_slots,disk_bytes,from_s,to_s\nn1,2,,0,5\nn1,1,10,5,\n' >cluster.csv
try --cluster cluster.csv jobs.csv
printf 'node,map_slots,disk_bytes,from_s,to_s\nn1,2,1000,0,5\nn1,1,,5,\n' >cluster.csv
try --cluster cluster.csv jobs.csv
echo "without effect"
try --nodes 2 --disk 1K plain.csv
try --nodes 2 --evict latest jobs.csv
echo "with what they need they are silent"
try --nodes 2 --disk 1K --evict most-space jobs.csv
try --cluster cluster.csv --evict none jobs.csv
try --nodes 2 --disk 1T --evict none --preset hfs jobs.csv
echo "each rule is in --help-all"
slot-replay --help-all | sed -n '/^Rules of --evict/,/^$/p'
