# SPDX-License-Identifier: GPL-3.0-or-later
# No output is an input or another output: each program, each output, each input, by its name, behind a link and by another
# way to it. A file of the table stays as it is, the command ends with 2 and says why. 30 of 37 such commands overwrote.
cp "$TOP/traces/recorded-tasks.csv" log.csv
cp "$TOP/traces/fair-scheduler.xml" x.xml
cp "$TOP/traces/rumen-topology.json" t.json
cp "$TOP/traces/rumen.json" rumen.json
printf 'job_id,submit_s,maps,map_s\na,0,4,10\nb,1,4,10\n' >jobs.csv
printf 'node,slots\nn1,4\n' >nodes.csv
printf 'pool\ndefault\n' >pools.csv
printf 'pool,demand\na,90\nb,90\n' >fair.csv
printf 'load\n1\n2\n' >grid.csv
slot-replay --nodes 2 jobs.csv >results.csv 2>/dev/null
slot-replay --nodes 2 --record attempts jobs.csv >attempts.csv 2>/dev/null
printf -- '--heartbeat=0\n' >o.txt
mkdir keep dir && cp log.csv dir/log.csv
cp -p log.csv x.xml t.json rumen.json jobs.csv nodes.csv pools.csv fair.csv grid.csv results.csv attempts.csv o.txt keep
ln -s . here
n=0 bad=0
# FILE is an input and named as an output by the words OUT stands for.
try() {
    file=$1
    shift
    for out in "$file" "./$file" "here/$file" link; do
        rm -f link && ln -s "$file" link
        command=$(echo "$*" | sed "s|OUT|$out|g; s|IN|$file|g")
        n=$((n + 1))
        sh -c "$command" >stdout 2>stderr </dev/null
        status=$?
        [ $status = 2 ] || { bad=$((bad + 1)); echo "exit $status: $command"; sed 's/^/    /' stderr; }
        grep -q 'overwrite its own input\|two outputs have one file' stderr || { echo "no word: $command"; cat stderr; }
        cmp -s "$file" "keep/$file" || { bad=$((bad + 1)); echo "lost $file: $command"; cp -p "keep/$file" "$file"; }
    done
}
try log.csv slot-trace -o OUT IN
try log.csv slot-trace -o OUT '<IN'
try log.csv slot-trace --cluster-out OUT -o x IN
try log.csv slot-trace --rejects OUT -o x IN
try log.csv slot-trace -o OUT --info IN
try log.csv slot-trace -o OUT jobs.csv IN
try log.csv 'cd dir && slot-trace -o ../OUT ../IN'
try t.json slot-trace --topology IN -o OUT rumen.json
try t.json slot-trace --topology IN --cluster-out OUT -o x rumen.json
try x.xml slot-trace --record pools -o OUT IN
try jobs.csv slot-replay --nodes 2 -o OUT IN
try jobs.csv slot-replay --nodes 2 --rejects OUT IN
try jobs.csv slot-replay --nodes 2 --attempts OUT IN
try jobs.csv slot-replay --nodes 2 --timeline OUT IN
try jobs.csv slot-replay --nodes 2 --decisions OUT IN
try jobs.csv slot-replay --nodes 2 --network node=1G --links OUT IN
try jobs.csv slot-replay --nodes 2 --runs 2 -o OUT IN
try nodes.csv slot-replay --cluster IN -o OUT jobs.csv
try pools.csv slot-replay --nodes 2 --pools IN --rejects OUT jobs.csv
try pools.csv slot-replay --nodes 2 --pools IN --attempts OUT jobs.csv
try o.txt slot-replay --options IN --nodes 2 -o OUT jobs.csv
try o.txt slot-replay --options IN --nodes 2 --attempts OUT jobs.csv
try log.csv slot-replay --validate -o OUT IN
try log.csv slot-replay --as-recorded --attempts OUT IN
try log.csv slot-advise -o OUT IN
try log.csv slot-advise --html OUT IN
try log.csv slot-advise rates -o OUT IN
try x.xml slot-advise lint -o OUT IN
try log.csv slot-delay recommend -o OUT IN
try fair.csv slot-fair --total-slots 100 -o OUT IN
try fair.csv slot-fair --total-slots 100 --rejects OUT IN
try pools.csv slot-fair --at 5 --pools IN --nodes 2 -o OUT jobs.csv
try x.xml slot-fair --total-slots 100 -o OUT IN
try results.csv slot-stats -o OUT IN
try results.csv slot-stats --rejects OUT IN
try results.csv slot-stats --compare IN -o OUT jobs.csv
try results.csv slot-stats --compare IN --rejects OUT jobs.csv
try results.csv slot-stats --pair pool --base pool=default --col response_s -o OUT IN
try results.csv slot-plot cdf -x response_s -o OUT IN
try results.csv slot-plot cdf -x response_s --figure OUT IN
try grid.csv slot-sweep --out cells --grid IN -o OUT -- slot-replay --nodes 2 --load '{load}' jobs.csv
try jobs.csv slot-sweep --out cells2 --set load=1,2 -o OUT -- slot-replay --nodes 2 --load '{load}' IN
try jobs.csv slot-sweep --out cells3 --set load=1,2 -o OUT -- sh -c "'slot-replay --nodes 2 --load {load} \$0'" IN
echo "$bad of $n"
echo == two outputs
for two in 'slot-trace --rejects o -o o log.csv' 'slot-trace --cluster-out o -o ./o log.csv' \
    'slot-replay --nodes 2 --attempts o --timeline here/o jobs.csv' 'slot-replay --nodes 2 -o o --decisions o jobs.csv' \
    'slot-advise --html o -o o log.csv' 'slot-stats --rejects o -o o results.csv' 'slot-trace --rejects - log.csv'; do
    $two >stdout 2>stderr
    echo "exit $?: $(head -1 stderr)"
done
ls o 2>/dev/null
: >both
slot-trace --rejects both log.csv >both 2>stderr
echo "exit $?: $(head -1 stderr)"
slot-trace --rejects /dev/null -o /dev/null log.csv
echo "devices: $?"
echo == an input that is added to
cp log.csv grown.csv
slot-trace grown.csv 2>&1 >>grown.csv
cmp log.csv grown.csv
echo == rejects appear when complete
printf 'precious\n' >rejects.csv
slot-trace --rejects rejects.csv /nonexistent
slot-trace --rejects rejects.csv </dev/null
printf 'job_id,submit_s,maps,map_s\na,0,1,1\nb,x,1,1\nc,y,1,1\n' >damaged.csv
slot-trace --rejects rejects.csv --max-bad 1 damaged.csv >stdout
printf 'pool,demand\na,90\nb,x\nc,y\n' >damaged-fair.csv
slot-fair --total-slots 9 --rejects rejects.csv --max-bad 1 damaged-fair.csv >stdout
cat rejects.csv
slot-trace --rejects rejects.csv -o stdout damaged.csv && cat rejects.csv
echo == a folder that holds the output
slot-trace dir -o dir/all.csv && wc -l <dir/all.csv
slot-trace dir -o dir/all.csv && wc -l <dir/all.csv
slot-trace dir --cluster-out here/dir/all.csv -o x || wc -l <dir/all.csv
