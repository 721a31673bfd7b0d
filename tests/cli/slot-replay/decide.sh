# --decide: what a process may answer, and what becomes of one that answers something else: rules W1, W2, W3, W4, W5, W6.
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\n' >nodes.csv
printf 'job_id,submit_s,task_id,duration_s,hosts\na,0,1,10,n1\na,0,2,10,n1\n' >jobs.csv
slot() { slot-replay --cluster nodes.csv --heartbeat 0 --placement trace --decide "$@" jobs.csv 2>&1 | grep -v "^try '"; }
answers() { # LINE...: one for each that is read; then no more
    for line; do printf 'read -r told && echo '\''%s'\''; ' "$line"; done
}
ok='{"slotwise":1}'

echo '--- launches, by hand: t1 at 0 on n1, t2 at 0.5 s on n2, where its wait of 0.5 s is over'
slot "$(answers '{"slotwise":1,"kills":true}' '{"launch":[["a",0,0,"n1"]],"wake_us":500000}' '{"launch":[["a",0,1,"n2",500000]]}')cat >rest" --record attempts | cut -d, -f1,4,7,9,11
slot "$(answers "$ok" '{"launch":[["a",0,0,"n1"],["a",0,1,"n2"]]}')cat >rest" --record summary | cut -d, -f1-4
echo '--- a kill: t1 runs 0 to 1 on n1, which t2 gets at 1; t1 again on n2'
slot "$(answers '{"slotwise":1,"kills":true}' '{"launch":[["a",0,0,"n1"]],"wake_us":1000000}' '{"kill":[["a",0,0]],"launch":[["a",0,1,"n1"],["a",0,0,"n2"]]}')cat >rest" --record attempts | cut -d, -f1,4,5,7,11,13-
echo '--- the run needs more launches than the process makes'
slot "$(answers "$ok" '{}')cat >rest"
echo '--- wrong answers'
while read -r answer; do
    slot "$(answers "$ok" "$answer")cat >rest"
done <<'END'
rubbish
[1]
{"lanch":[]}
{"launch":[["a",0,0,"n1"],["a",0,0,"n2"]]}
{"launch":[["a",0,0,"n1"],["a",0,1,"n1"]]}
{"launch":[["a",0,2,"n1"]]}
{"launch":[["a",1,0,"n1"]]}
{"launch":[["b",0,0,"n1"]]}
{"launch":[["a",0,0,"n3"]]}
{"launch":[["a",0,0]]}
{"launch":[["a",0,"0","n1"]]}
{"launch":[["a",0,0,"n1",5]]}
{"launch":{}}
{"kill":[["a",0,0]]}
{"wake_us":0}
END
slot "$(answers '{"slotwise":1,"kills":true}' '{"kill":[["a",0,0]]}')cat >rest"
slot "$(answers '{"slotwise":2}')cat >rest"
echo '--- processes that end, write too early, are late, or do not end'
slot 'exit 3'
slot 'kill -9 $$'
slot "$(answers "$ok")exit 0"
slot "printf '%s\\n{}\\n' '$ok'; sleep 9"
slot 'sleep 9' --decide-within 100ms
slot "$(answers "$ok" '{"launch":[["a",0,0,"n1"],["a",0,1,"n2"]]}')sleep 9" --decide-within 3s
slot "$(answers "$ok" '{"launch":[["a",0,0,"n1"],["a",0,1,"n2"]]}')exit 4"
slot ./no-such-program
echo '--- options that would be idle are refused'
for option in --order=fair --delay=wait:5s --global=quincy --preempt=kill:1,2 --speculate=late --per-heartbeat=1 --load-cap=0 --alone --offers=hadoop-1 --width=slots; do
    slot 'cat' $option
done
slot-replay --cluster nodes.csv --decide ' ' jobs.csv 2>&1 | head -1
slot-replay --cluster nodes.csv --decide-within 5s jobs.csv 2>&1 | head -1
