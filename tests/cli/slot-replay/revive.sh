# rule H7: refused slots are offered again --revive after the last heartbeat: j's block lies on n1, which long holds, D = 2, one other node: passed by at 0 and
# at 0 + r, launched at 2 r. A heartbeat for another reason starts the second anew: k's submission at 0.6 is a look too, so with r = 1 s j is through
# at 1.6. Waits need none: they expire (rule H6).
printf 'job_id,submit_s,stage,kind,task_id,duration_s,hosts\nlong,0,0,map,0,60,n1\nj,0,0,map,0,10,n1\n' >tasks.csv
r="slot-replay --nodes 2 --slots-per-node 1 --placement trace --order fifo --heartbeat 0 --record attempts"
for revive in 1s 250ms 4; do $r --delay skips:2 --revive $revive tasks.csv | awk -F, '$1 == "j" { print $7, $11 }'; done
echo k,0.6,0,map,0,10,n1 >>tasks.csv
$r --delay skips:2 tasks.csv | awk -F, '$1 == "j" { print $7, $11 }'
$r --delay wait:20s,20s,clock --revive 1s tasks.csv | awk -F, '$1 == "j" { print $7, $11 }'
