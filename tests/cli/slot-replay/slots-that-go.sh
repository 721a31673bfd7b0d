# rules B8 S1 S3: slots that go are slots no more. n1 and n2 have a map slot each; n2 is lost at 10, with half of its map of 20 s, which n1 does from 20 to 40:
# occupied are 20 + 10 + 20 slot seconds of the 40 + 10 there are. From 10 on there is one slot to share; from 20 on, had n2 two slots and kept one, two.
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,1,0,0,\nn2,1,0,0,10\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,2,20\n' >jobs.csv
replay() { slot-replay --cluster cluster.csv --placement trace --heartbeat 0 "$@" jobs.csv; }
replay --record summary | cut -d, -f3,14
replay --timeline timeline.csv --every 5 >/dev/null
cut -d, -f1,3,7,8 timeline.csv
printf 'node,map_slots,reduce_slots,from_s,to_s\nn1,1,0,0,\nn2,2,0,0,20\nn2,1,0,20,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,6,20\n' >jobs.csv
echo 'one slot of three is given up at 20: 120 slot seconds of 60 + 2 x 20 until 40, and of 2 x 20 more until 60 with two of the six tasks left for 40'
replay --record summary | cut -d, -f3,14
replay --timeline timeline.csv --every 10 >/dev/null
cut -d, -f1,3,7,8 timeline.csv
