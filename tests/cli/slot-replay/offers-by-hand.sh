# By hand, rules M1, M2, M3, M4, M5, M6, M7: an allocator offers nodes to pools each second, declined ones after 5 s.
run() { slot-replay --quiet --slots-per-node 1 --order offers --placement trace --record attempts "$@" | awk -F, 'NR > 1 { print $1 "." $4 " of " $2 " on " $7 " at " $11 }' | sort -t' ' -k7,7g -k1,1; }
kinds='job_id,submit_s,pool,task_id,duration_s,hosts,kind'

# M6: b's data is on n1, which a holds until 20. n2 is declined at 1 and filtered up to 6, that instant included. So any wait
# from 1 s to 6 s ends at 7, where the node is declined again by a wait of 7 s, up to 12.
printf '%s\na,0,,t,20,n1,map\nb,1,,t,10,n1,map\n' "$kinds" >wait.csv
for wait in 0 1 3 5 6 6.5 7 12; do
    echo "wait $wait: $(run --nodes 2 --delay wait:$wait,0,clock wait.csv | grep '^b')"
done
echo 'without a filter: the first second past the wait'
for wait in 0 1 3 3.5; do
    echo "wait $wait: $(run --nodes 2 --order offers:1,0 --delay wait:$wait,0,clock wait.csv | grep '^b')"
done
echo 'a filter shorter than the interval lasts for one round (MESOS-4302): so offers come at 1 and 6'
run --nodes 2 --order offers:3,1 --delay wait:4,0,clock wait.csv | grep '^b'
echo 'D3: skips at 1 and 7; the third offer is taken'
run --nodes 2 --delay skips:2 wait.csv | grep '^b'

# M7: c comes to b's pool at 4.5. The filter goes, n2 is offered at once, and c, whose data is there, takes it.
printf '%s\na,0,,t,20,n1,map\nb,1,,t,10,n1,map\nc,4.5,,t,1,n2,map\n' "$kinds" >revive.csv
echo 'revive: c at once, and b at 6: the node that c leaves at 5.5 was taken whole, so nothing was declined'
run --nodes 2 --delay wait:5,0,clock revive.csv
echo 'of another pool c makes a round, but b keeps its filter: up to 6, though another had the node between'
sed '/^c/s/4.5,,/4.5,other,/' revive.csv >other.csv
run --nodes 2 --delay wait:5,0,clock other.csv

# M4.3: one node with 4 slots; f and g have 2 tasks each. All goes to f (a tie, by name), which leaves 2; g is offered them at 1.
printf '%s\na,0,f,0,20,,map\na,0,f,1,20,,map\nb,0,g,0,20,,map\nb,0,g,1,20,,map\n' "$kinds" >whole.csv
echo 'a whole node'
run --nodes 1 --slots-per-node 4 --delay none whole.csv
echo 'f may run 1: it is offered no more, and the rest goes to g in the same round'
printf 'pool,max_share\nf,1\ng,\n' >max.csv
run --nodes 1 --slots-per-node 4 --delay none --pools max.csv whole.csv

# M4.1, M4.2: nodes of one slot, tasks of 100 s. Weight 2 is offered two of three: e, f, then by (running + offered) / weight:
# f 0, 1/2, 2/2 beside e 0, 1: e (name), f, f (1/2 < 1), tie 1 = 1: e has been offered fewer, e; f; f.
printf 'pool,weight\ne,1\nf,2\n' >weights.csv
{ echo 'job_id,submit_s,pool,maps,map_s'; echo 'a,0,e,9,100'; echo 'b,0,f,9,100'; } >weights-jobs.csv
echo 'weights 1 and 2 on 6 nodes'
slot-replay --quiet --nodes 6 --slots-per-node 1 --order offers --pools weights.csv --until 50 --record attempts weights-jobs.csv | cut -d, -f2 | sed 1d | sort | uniq -c | sed 's/^ *//'
echo 'inside a pool jobs are fifo, unless its row says fair'
{ echo 'job_id,submit_s,pool,maps,map_s'; echo 'a,0,f,4,10'; echo 'b,0.5,f,4,10'; } >inside.csv
printf 'pool,policy\nf,fair\n' >fair.csv
slot-replay --quiet --nodes 1 --slots-per-node 2 --order offers inside.csv | cut -d, -f1,6
slot-replay --quiet --nodes 1 --slots-per-node 2 --order offers --pools fair.csv inside.csv | cut -d, -f1,6
