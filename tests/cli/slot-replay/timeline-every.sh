# --timeline-every is another name of --every.
slot-gen --jobs 3 >jobs.csv
slot-replay --nodes 3 --record timeline --every 7s jobs.csv >every && slot-replay --nodes 3 --record timeline --timeline-every 7s jobs.csv >named
cmp every named && [ "$(sed -n '$=' every)" -gt 2 ]
