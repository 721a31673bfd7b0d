# rule S5: one slot; b's map of 10 s waits until 30 behind a's three: response 30 of 10 alone (slowdown 3), a 30 of 30. Under another preset alone: with
# Hadoop's 3 s heartbeat, no out-of-band ones (H2): a's maps at 0, 12, 24: alone 34; b at 10 would be launched at 12: 12.
printf 'job_id,submit_s,maps,map_s\na,0,3,10\nb,10,1,10\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --alone jobs.csv | cut -d, -f1,7-9
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --alone=hadoop-fifo jobs.csv | cut -d, -f1,7-9
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --alone --record summary jobs.csv | cut -d, -f8,9,20
# rule S5, with an allocator's offers (M1): what a job takes alone is what it takes in a trace of its own.
for job in a,0,3,10 b,10,1,10; do
    printf 'job_id,submit_s,maps,map_s\n%s\n' $job >one.csv
    slot-replay --nodes 2 --slots-per-node 1 --order offers:2s,5s --delay wait:700ms,3s,clock one.csv | awk -F, 'NR > 1 { print $1, $7 }'
done
slot-replay --nodes 2 --slots-per-node 1 --order offers:2s,5s --delay wait:700ms,3s,clock --alone jobs.csv | awk -F, 'NR > 1 { print $1, "alone", $8 }'
