# Options by the names that they had in 0.1.0 do what the new ones do, and a warning says the new one: on the command line, in a file
# of options, in the command of a sweep. An option of the program itself goes before an old name of another.
cp "$TOP/traces/tr-bm.csv" "$TOP/traces/recorded-tasks.csv" "$TOP/traces/fair-scheduler.xml" "$TOP/traces/swim-sample.tsv" "$TOP/traces/rumen.json" .
same() { # NEW, then OLD: the same rows
    $1 >new 2>err || cat err
    $2 >old 2>err || echo failed
    cmp new old && cat err
}
same 'slot-replay --nodes 20 --slots-per-node 4 --record summary tr-bm.csv' 'slot-replay --nodes 20 --slots 4 --emit=summary tr-bm.csv'
same 'slot-replay --nodes 20 --runs 2 --parallel 2 tr-bm.csv' 'slot-replay --nodes 20 --runs 2 --jobs 2 tr-bm.csv'
same 'slot-replay --nodes 20 --racks 2 --penalty rack=1,any=2 tr-bm.csv' 'slot-replay --nodes 20 --racks 2 --penalty rack=1,off=2 tr-bm.csv'
same 'slot-replay --nodes 20 --racks 2 --heartbeat 0 --global quincy:any=3 tr-bm.csv' 'slot-replay --nodes 20 --racks 2 --heartbeat 0 --global quincy:off=3 tr-bm.csv'
same 'slot-gen --jobs 3 --pool-names a,b --job-nodes 2' 'slot-gen --jobs 3 --pools a,b --width 2'
same 'slot-trace --record pools fair-scheduler.xml' 'slot-trace --to pools fair-scheduler.xml'
same 'slot-trace --pool-names 3 swim-sample.tsv' 'slot-trace --pools 3 swim-sample.tsv'
same 'slot-trace --cluster-out x --slots-per-node 3 rumen.json' 'slot-trace --cluster-out y --slots 3 rumen.json'
cmp x y
printf 'pool,demand\na,7\nb,5\n' >pools.csv
same 'slot-fair --total-slots 9 pools.csv' 'slot-fair --slots 9 pools.csv'
same 'slot-delay startup --share 5 --task-time 20s --total-slots 100' 'slot-delay startup --share 5 --task-time 20s --slots 100'
same 'slot-delay convert --from skips:9 --dialect spark --nodes 100 --release-rate 2' 'slot-delay convert --from skips:9 --to spark --nodes 100 --release-rate 2'
same 'slot-advise --quiet --dialect spark --parallel 1 recorded-tasks.csv' 'slot-advise --quiet --emit spark --jobs 1 recorded-tasks.csv'
same 'slot-advise rates --busy 80% recorded-tasks.csv' 'slot-advise rates -b 80% recorded-tasks.csv'
printf -- '--emit=summary\n--slots=4\n' >o
same 'slot-replay --nodes 20 --slots-per-node 4 --record summary --print-options tr-bm.csv' 'slot-replay --nodes 20 --options o --print-options tr-bm.csv'
same 'slot-sweep --out new-cells --set n=9,20 -- slot-replay --nodes {n} --record summary tr-bm.csv' \
    'slot-sweep --out old-cells --set n=9,20 -- slot-replay --nodes {n} --emit summary tr-bm.csv'
slot-gen --jobs 2 --maps 1 | wc -l # its own
slot-replay --emit

# Columns: tables of 0.1.0 are read, and what is asked for by its old name is found.
slot-replay --quiet --nodes 20 tr-bm.csv >jobs.csv
slot-stats --by bins jobs.csv | tee bins.csv | sed '1s/share_node,share_rack,share_any/node_local,rack_local,off_rack/' >old-bins.csv
same 'slot-plot locality bins.csv' 'slot-plot locality old-bins.csv'
slot-stats --quiet --col node_local jobs.csv | cut -d, -f1-3
slot-stats --quiet --col off_rack -C rows,sum_off_rack --sort rows jobs.csv
slot-stats --col off_rack -C rows jobs.csv
slot-stats --col nodes_local jobs.csv
