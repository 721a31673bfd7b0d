# What has no place in a decision for all nodes (rule Q6): usage errors, wherever they stand.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
try() { slot-replay --nodes 2 "$@" jobs.csv 2>&1 >/dev/null | sed -n 1p; }
try --global quincy
try --global quincy --heartbeat 1s
try --preset quincy --heartbeat 3s
try --preset quincy --order fair
try --order fair --preset quincy
try --global quincy --heartbeat 0 --order fifo
try --preset quincy --delay wait:5s
try --delay skips:3 --preset quincy
try --preset quincy --placement redraw
try --global quincy --heartbeat 0 --admit cpac:2,1
try --preset quincy --speculate late
try --preset quincy --global quincy:share=none --revive 0
try --global quinzy
try --global none:1
try --global quincy:share=some --heartbeat 0
try --global quincy:wait=0 --heartbeat 0
try --global quincy:of=3 --heartbeat 0
echo "what it takes the place of in a preset is not refused, and --global none gives it back to the nodes"
slot-replay --nodes 2 --preset spark-3 --global quincy jobs.csv | sed 1d | cut -d, -f1,6
slot-replay --nodes 2 --preset quincy --global none --order fair --delay wait:5s jobs.csv | sed 1d | cut -d, -f1,6
slot-replay --nodes 2 --preset quincy --delay none --alone=hfs jobs.csv | sed 1d | cut -d, -f1,6
slot-replay --nodes 2 --preset quincy --order fair jobs.csv
