# rules F1 F2 F3. Every attempt fails: a job of one map has 4 of them, then it fails; with --max-attempts 2 two. What comes after it comes all the same.
printf 'job_id,submit_s,after_job,maps,map_s\na,0,,1,100\nb,,a,1,100\n' >jobs.csv
slot-replay --nodes 1 --heartbeat 0 --failure-rate 1 jobs.csv | cut -d, -f1,12,17,18,21
slot-replay --nodes 1 --heartbeat 0 --failure-rate 1 --max-attempts 2 jobs.csv | cut -d, -f1,12,21
echo "a failed attempt is followed at once by the next of its task, before tasks that wait; each ends within its 100 s"
printf 'job_id,submit_s,maps,map_s\na,0,40,100\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --failure-rate 0.3 --max-attempts 100 --record attempts jobs.csv >log.csv
awk -F, 'NR > 1 { if ($13 - $11 > 100 || ($14 == "done") != ($13 - $11 == 100)) print "took", $13 - $11, $14
    if (failed != "" && $4 != failed) print "task", failed, "was not next, but", $4
    failed = $14 == "failed" ? $4 : ""; n[$14]++ } END { print n["done"], "done", (n["failed"] > 0) ? "some failed" : "none failed" }' log.csv
echo "10,000 maps at a rate of 0.2: 2,500 failures are expected of 12,500 attempts, standard deviation 56; they fail half way on average, standard error 0.6 s"
printf 'job_id,submit_s,maps,map_s\na,0,10000,100\n' >jobs.csv
slot-replay --nodes 500 --heartbeat 0 --failure-rate 0.2 --max-attempts 100 --record attempts jobs.csv | awk -F, '
    $14 == "failed" { n++; s += $13 - $11 } END { print (n > 2332 && n < 2668) ? "as expected" : n, (s / n > 48.2 && s / n < 51.8) ? "half way" : s / n }'
echo "the same attempts fail under another scheduler"
slot-replay --nodes 50 --heartbeat 0 --failure-rate 0.2 --max-attempts 100 --record attempts jobs.csv | grep ,failed, | cut -d, -f4,5 | sort >one
slot-replay --nodes 7 --preset hadoop-fifo --failure-rate 0.2 --max-attempts 100 --record attempts jobs.csv | grep ,failed, | cut -d, -f4,5 | sort | cmp - one && echo so
echo "when a job fails, its other attempts are killed at that instant and their slots are free: b starts on both nodes then"
printf 'job_id,submit_s,maps,map_s\na,0,4,100\nb,1,2,10\n' >jobs.csv
slot-replay --nodes 2 --map-slots 1 --heartbeat 0 --order fifo --failure-rate 0.3 --max-attempts 1 --seed 3 --record attempts jobs.csv | cut -d, -f1,4,5,11,13,14
slot-replay --nodes 2 --failure-rate 1.5 jobs.csv
slot-replay --nodes 2 --max-attempts 0 jobs.csv
slot-replay --nodes 2 --placement redraw --failure-rate 0.1 jobs.csv
