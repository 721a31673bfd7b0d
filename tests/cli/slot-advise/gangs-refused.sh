# Where the log cannot tell, or the command makes no sense.
. "$TOP/tests/cli/slot-advise/logs"
gangs 1 200 50 8 >jobs.csv
nodes 32 8 >cluster.csv
slot-replay --quiet --preset slurm --cluster cluster.csv --record attempts jobs.csv >log
answer() { slot-advise --quiet --width slots --order fifo "$@" | sed -n '/^ANSWER/,/^$/p' | sed '/^$/d; /^SURE/,$d'; }
answer log
nodes 32 32 >one.csv
answer --cluster one.csv log
nodes 32 1 >each.csv
answer --cluster each.csv log
awk -F, -v OFS=, 'NR > 1 { $3 = 1 } 1' jobs.csv >single.csv
answer --cluster cluster.csv single.csv
echo 'no rack has 8 nodes, 4 or 2 of which 29 jobs want'
awk -F, 'NR == 1 || $3 == 8 || ($3 < 8 && $3 > 1 && n++ < 29)' jobs.csv >wide.csv
nodes 32 4 >four.csv
answer --cluster four.csv wide.csv
echo 'a tenth of the load'
awk -F, -v OFS=, 'NR > 1 { $2 *= 10 } 1' jobs.csv | slot-replay --quiet --preset slurm --cluster cluster.csv --record attempts >idle
answer --cluster cluster.csv idle
echo 'no waits recorded'
answer --cluster cluster.csv jobs.csv
echo 'another system than the one that made the log: there each job starts 500 s later'
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 { $at["launch_s"] += 500; $at["finish_s"] += 500 } 1' log >late
answer --cluster cluster.csv late
echo 'without --width the question is another'
for log in sample.swf sample.sacct; do slot-advise --quiet "$TOP/traces/$log" | sed -n 3,6p; done
echo 'rows of such a log'
slot-advise --quiet --width slots --rows log
slot-delay recommend --quiet --width slots --pretty log | head -n 6
echo 'a job that the cluster cannot run is an error'
nodes 4 2 >small.csv
slot-advise --width slots --order fifo --cluster small.csv jobs.csv; echo $?
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,2,10,1,1\n' | slot-advise --width slots --cluster cluster.csv -; echo $?
printf 'job_id,submit_s,maps,map_s\n' | slot-advise --quiet --width slots --cluster cluster.csv -; echo $?
for o in '--switches 1@5s' '--backfill easy' '--penalty any=2 --remote-cost 1s' '--width slots --penalty rack=2 --cluster cluster.csv' '--width slots --penalty any=-1' \
         '--width slots --dialect spark' '--width slots --html x' '--width slots --slots-per-node 4 --cluster cluster.csv' '--width slots --topology cluster.csv' \
         '--width slots --delay wait:5s,5s --cluster cluster.csv' '--width slots --order deficit --cluster cluster.csv' '--width wide' '--preset condor --switches 1@5s'; do
    slot-advise $o log 2>&1 >none | sed -n 1p
done
for o in '--switches 1@5s' '--width slots --dialect spark' '--width slots --nodes 4' '--width slots --topology cluster.csv' '--width slots' '--penalty any=2'; do
    slot-delay recommend $o log 2>&1 >none | sed -n 1p
done
slot-delay recommend --width slots log log; echo $?
slot-delay recommend --width slots; echo $?
