# slot-replay --submit: ten jobs of ann, each 600 s on both nodes under a limit of an hour, then one that runs. 300 s into it its like have 300 s to go.
log() { awk -v last="$1" 'BEGIN { print "JobID|Account|User|Partition|Submit|Start|End|State|NNodes|NCPUS|Timelimit|NodeList"
    for (i = 0; i < 11; i++) print i + 1 "|x|ann|day|" 1700000000 + 600 * i "|" 1700000000 + 600 * i "|" (i < 10 ? 1700000600 + 600 * i "|COMPLETED" : "Unknown|RUNNING") "|2|2|01:00:00|n[1-2]"
    print last }'; }
log "12|x|bob|day|1700006100|Unknown|Unknown|PENDING|1|1|00:10:00|None assigned" >now.sacct
slot-replay --quiet --as-recorded now.sacct --submit width=1,limit=1h,pool=x --at 6300
echo '--- behind a job that waits: bob has the like of no one, and a limit of 600 s; 12 started at 6600, so it waits at 6300'
log "12|x|bob|day|1700006100|1700006600|1700006700|COMPLETED|2|2|00:10:00|n[1-2]" | sed "s,Unknown|RUNNING,1700006600|COMPLETED," >queue.sacct
slot-replay --quiet --as-recorded queue.sacct --submit nodes=2,limit=1h,pool=x --at 6300
echo '--- each job of the log, beside what happened'
slot-replay --as-recorded now.sacct --submit every=3 --draws 3
echo '--- a young log: at 600 four of ann have ended after 100 s and twelve still run, so three in four of hers last longer than any that ended, to the limit.'
echo '--- the twelve go on to theirs, for 3000 s, and one of hers that waits for all nodes lasts an hour: 6600 s. By those that ended it were 3100 s'
{ echo 'JobID|Account|User|Partition|Submit|Start|End|State|NNodes|NCPUS|Timelimit|NodeList'
  for i in $(seq 16); do echo "$i|x|ann|day|1700000000|1700000000|$([ $i -le 4 ] && echo 1700000100 || echo 1700003000)|COMPLETED|1|1|01:00:00|n$i"; done
  echo '17|x|ann|day|1700000500|1700003000|1700003100|COMPLETED|16|16|01:00:00|n[1-16]'; } >young.sacct
slot-replay --quiet --as-recorded young.sacct --submit nodes=16,limit=1h,pool=x,user=bob --at 600
echo '--- what does not go'
slot-replay --quiet --as-recorded now.sacct --submit nodes
slot-replay --quiet --as-recorded now.sacct --submit wdith=4
slot-replay --quiet --as-recorded now.sacct --submit every=2 --at 10
slot-replay --quiet --as-recorded now.sacct --at 10
slot-replay --quiet --as-recorded now.sacct --submit nodes=2
slot-replay --nodes 2 --submit width=4 "$TOP/traces/tr-bm.csv"
