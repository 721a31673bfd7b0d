# The wait for one switch. 32 nodes, 4 racks; jobs of 1, 2, 4 and 8 nodes bring three quarters of the slot time. The log is a replay's,
# so that its back-test is near, and what crossing switches costs is known to the test alone.
. "$TOP/tests/cli/slot-advise/logs"
gangs 1 400 60 8 >jobs.csv
nodes 32 8 >cluster.csv
run() { slot-replay --quiet --preset slurm --backfill easy --cluster cluster.csv "$@"; }
advise() { slot-advise --quiet --preset slurm --backfill easy --cluster cluster.csv "$@"; }
run --record attempts jobs.csv >log
advise -j 1 log >page && cat page
advise -j 3 log | cmp page - && echo 'the same with three threads'
gzip -c log | advise - | sed '1s/standard input/log/' | cmp page - && echo 'the same from a pipe'
advise --seed 2 log | cmp -s page - || echo 'other days with another seed'
awk 'length > 100' page
echo 'A price is given. At 1.5 the wait gains. At 1 it does not. A log made under a wait has something to gain without it.'
answer() { sed -n '/^ANSWER/,/^SURE/p' | sed '$d'; }
advise --penalty any=1.5 log | answer
advise --penalty any=1 log | answer
run --switches 1@20m --record attempts jobs.csv >waited
advise --penalty any=1 --switches 1@20m waited | answer
echo 'The answer of the page is that of recommend'
for price in log '--penalty any=1.5 log' '--penalty any=1 log' '--penalty any=1 --switches 1@20m waited'; do
    advise --rows $price | sed -n 2p | cut -d, -f4 | tr '\n' ' '
    slot-delay recommend --quiet --preset slurm --backfill easy --cluster cluster.csv --format jsonl $price | sed -n '1s/.*"verdict":"\([a-z-]*\)".*"switches":\([^,]*\),.*/\1 \2/p'
done

# By brute force: the log is made at a price, without a wait, and what is advised is then replayed beside none and three waits with six seeds that the study has not
# seen. The log has the estimates, too. A log of another system says nothing of levels, so the same with that column empty.
echo 'brute force'
mean() { for seed in 101 102 103 104 105 106; do run --switches $1 --penalty any=$price --jitter 60s --seed $seed --record summary made.csv | tail -n 1 | cut -d, -f4; done | awk '{ s += $1 } END { print s / NR }'; }
recommend() { slot-delay recommend --quiet --preset slurm --backfill easy --cluster cluster.csv --penalty any=$price --format jsonl $1 | sed -n '1s/.*"switches":"\([^"]*\)".*/\1/p'; }
for seed in 2 3; do
    gangs $seed 400 60 8 >made.csv
    for price in 1.05 1.2 1.5; do
        run --penalty any=$price --record attempts made.csv | slot-trace --quiet | awk -F, -v OFS=, 'NR == FNR { limit[$1] = $5; next } { print $0, limit[$1] }' made.csv - >made.log
        awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "locality") at = i } NR > 1 { $at = "" } 1' made.log >plain.log
        for wait in none 1@300s 1@1200s 1@3600s; do echo "$(mean $wait) $wait"; done | sort -n >cells
        for log in made plain; do
            advised=$(recommend $log.log)
            awk -v w="$advised" -v is="$price $log: $([ "$advised" = none ] && echo none || echo wait)" 'NR == 1 { best = $1 } $2 == w { found = 1; print is (($1 <= 1.03 * best) ? ", within 3 % of the best" : ", but " $1 " for " best) } END { if (!found) print is ": not told" }' cells
        done
    done
done
