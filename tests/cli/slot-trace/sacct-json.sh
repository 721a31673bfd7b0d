# The JSON of sacct says what its table says: rows, nodes and verdict are the same. now is written as 22.05.8 does, later as releases from 23.02 on.
cat >jobs.sacct <<'END'
JobID|Cluster|Account|User|Partition|QOS|Submit|Eligible|Start|End|State|NNodes|NCPUS|Timelimit|NodeList
10|c|x|ann|day|normal|1700000000|1700000000|1700000000|1700000600|COMPLETED|2|8|01:00:00|n[3-4]
11_2|c|x|ann|day|high|1700000010|1700000020|1700000640|1700000940|TIMEOUT|1|1|00:05:00|n3
12|c|y|bob|night|normal|1700000030|1700000030|Unknown|1700000050|CANCELLED|1|1|00:05:00|None assigned
13+1|c|y|bob|night|normal|1700000040|1700000040|1700000700|1700000800|FAILED|1|4|UNLIMITED|n4
END
job() { # ID ARRAY TASK HET OFFSET ACCOUNT USER PARTITION QOS SUBMIT ELIGIBLE START END STATE NODES CPUS LIMIT LIST
    printf '{"account":"%s","allocation_nodes":%s,"array":{"job_id":%s,"task_id":%s},"cluster":"c","time":{"elapsed":1,"eligible":%s,"end":%s,"start":%s,"submission":%s,"limit":%s},"het":{"job_id":%s,"job_offset":%s},"job_id":%s,"name":"a|b","nodes":"%s","partition":"%s","qos":"%s","required":{"CPUs":%s},"state":{"current":%s,"reason":"None"},"tres":{"allocated":[{"type":"cpu","count":%s}]},"user":"%s"}' \
        "$6" "${15}" "$2" "$3" "${11}" "${13}" "${12}" "${10}" "${17}" "$4" "$5" "$1" "${18}" "$8" "$9" "${16}" "${14}" "${16}" "$7"
}
write() { # TRUE FALSE NULL STATE...: how 3, nothing and a state are written
    printf '{\n"meta": {"%s": {"version": {"major": 22}}},\n"errors": [],\n"jobs": [\n' "$1"
    job 10 0 "$2" 0 "$2" x ann day normal 1700000000 1700000000 1700000000 1700000600 "$3COMPLETED$4" 2 8 "$(number 60)" 'n[3-4]'; echo ,
    job 14 11 "$(number 2)" 0 "$2" x ann day high 1700000010 1700000020 1700000640 1700000940 "$3TIMEOUT$4" 1 1 "$(number 5)" n3; echo ,
    job 12 0 "$2" 0 "$2" y bob night normal 1700000030 1700000030 0 1700000050 "$3CANCELLED$4" 1 1 "$(number 5)" 'None assigned'; echo ,
    job 15 0 "$2" 13 "$(number 1)" y bob night normal 1700000040 1700000040 1700000700 1700000800 "$3FAILED$4" 1 4 "$5" n4
    printf ']}\n'
}
number() { echo "$1"; }
write Slurm null '"' '"' null >now.json
number() { printf '{"set":true,"infinite":false,"number":%s}' "$1"; }
write slurm '{"set":false,"infinite":false,"number":0}' '["' '"]' '{"set":true,"infinite":true,"number":0}' >later.json
slot-trace --cluster-out nodes.csv --node-slots cores jobs.sacct | tee table.csv
for form in now later; do
    slot-trace --cluster-out $form.nodes.csv --node-slots cores $form.json | cmp - table.csv && cmp $form.nodes.csv nodes.csv && echo "$form: the same rows and nodes"
    slot-trace --pool-by account/user --only qos=high $form.json | cut -d, -f1,3 | tail -n +2
    slot-trace --info $form.json >info; slot-trace --info jobs.sacct | diff - info
    slot-replay --as-recorded $form.json >replay; slot-replay --as-recorded jobs.sacct 2>/dev/null | cmp - replay && echo "$form: the same replay"
done
echo 'cut, empty, of squeue'
head -c 700 now.json | slot-trace 2>&1 >/dev/null | cut -c 1-110
printf '{"meta": {"Slurm": {}}, "jobs": []}\n' | slot-trace
printf '{"meta": {"Slurm": {}}, "jobs": [ {"job_id": 5, "job_state": "PENDING"} ]}\n' | slot-trace
