# rates, recommend and lint are slot-advise's; slot-delay has them under their old names, with the same bytes.
tasks=$TOP/traces/recorded-tasks.csv
{ echo node,rack,slots; for i in 1 2 3 4; do echo "n$i,r$((i % 2)),2"; done; } >cluster.csv
for command in "rates $tasks" "rates --by pool --busy 50% --wait 3s $tasks" "recommend --runs 2 $tasks" "recommend --nodes 100 --tasks 2,20 $tasks" \
    "recommend --runs 2 --dialect spark $tasks" "lint $TOP/traces/fair-scheduler.xml $tasks" "recommend --width slots --cluster cluster.csv $tasks"; do
    slot-advise $command >advise.out 2>advise.err; advise=$?
    slot-delay $command >delay.out 2>delay.err; delay=$?
    cmp advise.out delay.out
    sed -i 's/^slot-delay/slot-advise/' delay.err && cmp advise.err delay.err
    echo "$advise $delay $(wc -l <advise.out) ${command%% /*}"
done
# A mistake is the subcommand's; a log of that name needs a folder.
slot-advise rates --busy 2 "$tasks"
slot-advise recommend --dialect pascal
cp "$tasks" rates && slot-advise --runs 2 ./rates | sed -n 1p
