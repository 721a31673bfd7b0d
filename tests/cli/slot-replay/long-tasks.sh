# rule L3: times drawn around two hours, of many tasks, which are drawn at once (lib/sim/task/durations.c), and of few: some above 71 minutes. The numbers
# are those of version 722a5f8, which drew each at its launch.
printf 'job_id,submit_s,maps,map_s,map_sigma\nmany,0,12,7200,0.8\nfew,0,3,7200,0.8\n' >jobs.csv
slot-replay --nodes 3 --map-slots 5 --reduce-slots 0 --record attempts jobs.csv | cut -d, -f1,3,4,6,11,13
