# rule J3: uniform [0, T) from (seed, jitter, job_id); T = 10 s, seed 1: a 1.800754, b 5.491817, c 4.858974 by an independent program (SplitMix64 in
# Python). c comes after a has ended: 1.800754 + 10 + 3 + 4.858974 = 19.659728. Without jitter and under another seed: other times.
printf 'job_id,submit_s,maps,map_s,after_job,think_s\na,0,1,10,,\nb,0,1,10,,\nc,,1,10,a,3\n' >jobs.csv
slot-replay --nodes 1 --heartbeat 0 --jitter 10s jobs.csv | cut -d, -f1,4
slot-replay --nodes 1 --heartbeat 0 jobs.csv | cut -d, -f1,4
slot-replay --nodes 1 --heartbeat 0 --jitter 10s --seed 2 jobs.csv | cut -d, -f4 | grep -c -e 1.800754 -e 5.491817 || :
