# What does not go with negotiation is a usage error, by rules P1, P8.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
try() {
    echo "$*"
    slot-replay "$@" jobs.csv 2>&1 >out.csv | sed 's/^slot-replay: /  /; /^try/d'
}
one='--nodes 2 --slots-per-node 1 --order'
for rule in negotiate: negotiate:x negotiate:0 negotiate:60,70 negotiate:60,-1 negotiate:60,20,never negotiate:60,20,0,0 negotiate:60,20,0,1d,0 \
    negotiate:60,20,0,1d,1,2 negociate; do try $one $rule; done
try --nodes 2 --order negotiate
for delay in wait:5s skips:3 yarn:0.5,0.5; do try $one negotiate --delay $delay; done
try $one negotiate --heartbeat 3
try $one negotiate --out-of-band yes
try $one negotiate --load-cap 0.5
try $one negotiate --preempt kill:5s,5s
try $one negotiate --speculate late
try $one negotiate --global quincy
try $one negotiate --give-back yes
try $one negotiate --placement redraw
echo '--- what goes with it'
for more in '' '--cores 2 --heartbeat 0' '--failure-rate 0.1' '--order negotiate:10'; do
    slot-replay $one negotiate $more --record summary jobs.csv | tail -n 1 | cut -d, -f1,2
done
