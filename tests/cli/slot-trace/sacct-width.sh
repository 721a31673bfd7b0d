# By hand, rules G1, G5: a log of sacct replayed with the nodes, cores and estimates of its jobs. 101 has 2 nodes of 4 cores for 100 s,
# 102 wants both for 60 s and has a limit of 5 minutes, 103 wants one core for 40 s (limit 1 minute) and goes before 102.
cat >jobs.sacct <<'END'
JobID|Account|User|Submit|Start|End|State|NNodes|NCPUS|Timelimit|NodeList
101|a|u|2024-03-01T00:00:00|2024-03-01T00:00:00|2024-03-01T00:01:40|COMPLETED|2|8|00:02:00|n[1-2]
102|a|v|2024-03-01T00:00:10|2024-03-01T00:01:40|2024-03-01T00:02:40|COMPLETED|2|10|00:05:00|n[1-2]
103|b|w|2024-03-01T00:00:20|2024-03-01T00:00:20|2024-03-01T00:01:00|COMPLETED|1|1|00:01:00|n2
END
slot-trace --quiet --cluster-out jobs.csv.nodes jobs.sacct >jobs.csv
echo 'slots by jobs, and by cores: 5 in use at once on n2'
cat jobs.csv.nodes
slot-trace --quiet --cluster-out nodes.csv --node-slots cores jobs.sacct >jobs.csv
cat nodes.csv
for rule in none easy; do echo "$rule"; slot-replay --quiet --width slots --order fifo --backfill $rule --cluster nodes.csv jobs.csv | cut -d, -f1,5,6; done
echo 'as one slot a job, as before'
slot-replay --quiet --heartbeat 0 --order fifo --cluster nodes.csv jobs.csv | cut -d, -f1,5,6
slot-trace --node-slots nodes jobs.sacct
