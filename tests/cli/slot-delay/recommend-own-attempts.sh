# slot-replay's own attempts are a log. Two map slots on each of 20 nodes; off its node a map takes three times as long, and the log says so.
slot-gen --jobs 60 --maps 10 --map-time 20s --map-sigma 0.1 --arrival poisson:12s >jobs.csv
slot-replay --nodes 20 --map-slots 2 --reduce-slots 0 --penalty rack=3,any=3 --order fair --attempts log.csv jobs.csv >results.csv
slot-trace --info log.csv | grep -E '^(format|jobs|maps|submit_s)'
slot-delay rates log.csv | grep -E '^(block_readers|slots|nodes)'
slot-delay recommend --order fair log.csv | cut -d, -f 20 | sort | uniq -c | sed 's/^ *//'
# Rows by size of job, where jobs have different ones.
slot-gen --jobs 80 --maps loguniform:1-200 --map-time 10s --map-sigma 0.1 --arrival poisson:10s >jobs.csv
slot-replay --nodes 20 --map-slots 2 --reduce-slots 0 --penalty rack=2,any=2 --attempts log.csv jobs.csv >results.csv
slot-delay recommend --quiet log.csv | sed 's/"[^"]*"/text/g' | cut -d, -f 20,31,32 | sed 's/,[^,]*$//'
# Attempts of several runs are several logs.
slot-replay --nodes 20 --runs 2 --record attempts jobs.csv >runs.csv
slot-delay recommend runs.csv
# What the log does not say can be given; without a log there is nothing to say it of.
slot-delay recommend --quiet --order fiar log.csv
slot-delay recommend --order fair --nodes 100 --tasks 20 --release-rate 3
