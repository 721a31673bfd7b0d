# rule S5: one slot; b's map of 10 s waits until 30 behind a's three: response 30 of 10 alone (slowdown 3), a 30 of 30. Under another preset alone: with
# Hadoop's 3 s heartbeat, no out-of-band ones (H2): a's maps at 0, 12, 24: alone 34; b at 10 would be launched at 12: 12.
printf 'job_id,submit_s,maps,map_s\na,0,3,10\nb,10,1,10\n' >jobs.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --alone jobs.csv | cut -d, -f1,7-9
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --alone=hadoop-fifo jobs.csv | cut -d, -f1,7-9
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --order fifo --alone --emit summary jobs.csv | cut -d, -f8,9,20
