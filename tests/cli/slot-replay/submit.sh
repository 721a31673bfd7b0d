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
echo '--- a range, one slot: 12 jobs of ann start at once, as answered: 1 time. Then bob has it from 12000 to 60000, and ten of ann wait behind him. 13000 s: he'
echo '--- has 6200 s to his limit, and ten times 600 s follow: 12200. 13 of 23 asked before came true, (23 + 1 - 13) / (23 + 1) are longer: the middle is 1 time,'
echo '--- one in ten is not reached, as ten still wait. At 70000 all are known: ten of 16 ranges were passed, six not, so 0.1 - 10 0.0045 + 6 0.0005 = 0.058 are to'
echo '--- lie above, which 1 of 24 + 1 does: the first of the ten, answered 590, waited 47990. At an empty cluster that is 60 (47990 + 60) / (590 + 60) - 60'
{ echo 'JobID|Account|User|Partition|Submit|Start|End|State|NNodes|NCPUS|Timelimit|NodeList'
  row() { echo "$1|x|$2|day|$((1700000000 + $3))|$((1700000000 + $4))|$((1700000000 + $5))|COMPLETED|1|1|$6|n1"; }
  for i in $(seq 0 11); do row $((i + 1)) ann $((1000 * i)) $((1000 * i)) $((1000 * i + 600)) 01:00:00; done
  row 13 bob 12000 12000 60000 02:00:00
  for i in $(seq 0 9); do row $((i + 14)) ann $((12010 + i)) $((60000 + 600 * i)) $((60600 + 600 * i)) 01:00:00; done
  row 24 cyd 13000 66000 66600 01:00:00; row 25 cyd 70000 70000 70600 01:00:00; } >burst.sacct
slot-replay --as-recorded burst.sacct --submit every=1 --draws 3 | grep -e job_id -e '^1[0-4],' -e '^2[45],'
slot-replay --as-recorded burst.sacct --submit width=1,limit=1h,pool=x,user=cyd --at 13000 --draws 3 | tail -1
echo '--- what does not go'
slot-replay --quiet --as-recorded now.sacct --submit nodes
slot-replay --quiet --as-recorded now.sacct --submit wdith=4
slot-replay --quiet --as-recorded now.sacct --submit every=2 --at 10
slot-replay --quiet --as-recorded now.sacct --at 10
slot-replay --quiet --as-recorded now.sacct --submit nodes=2
slot-replay --nodes 2 --submit width=4 "$TOP/traces/tr-bm.csv"
echo '--- at the end of the log, and behind it: what runs and waits then no log tells'
slot-replay --as-recorded queue.sacct --submit nodes=2,limit=1h,pool=x --at 6700 2>&1 | grep 'the log ends'
slot-replay --as-recorded queue.sacct --submit nodes=2,limit=1h,pool=x --at 6701 2>&1 | grep 'the log ends'
