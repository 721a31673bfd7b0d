# rule E1: what does not go with --offers hadoop-1 is a usage error; and --update needs it, or the order of YARN.
printf 'job_id,submit_s,maps,map_s\na,0,1,10\n' >jobs.csv
try() { echo "$*"; slot-replay --nodes 2 --offers hadoop-1 "$@" jobs.csv 2>&1 >out.csv | sed '/^try/d'; }
try --order fair
try --order hfs:yarn
try --delay skips:3
for option in '--global quincy' '--admit cpac:3,1' '--speculate late' '--balance-long 5' '--disk 1K' '--cores 2' '--network node=1G' '--give-back yes' '--placement redraw' '--heartbeat 0' \
    '--admission *=1' '--update 1 --offers heartbeat --order fifo'; do try $option; done
try --slots-per-node 2 --width slots --heartbeat 0
slot-replay --nodes 2 --order fifo --update 500ms jobs.csv
slot-replay --preset hadoop-1.2.1 --nodes 2 --attempts log.csv jobs.csv >out.csv && slot-audit log.csv slot-replay --preset hadoop-1.2.1 --nodes 2 jobs.csv
exit 0
