# rules C4 C5: a node that has done little gets no copies, and unlaunched tasks go before copies. n1, n2, n3 at speed 1, 0.5, 0.1, a slot each. w: a map of 10 s
# each, done at 10, 20, 100. a: 200 s each from 100: n1 is done at 300, n2 at 500, n3 at 2100. b comes at 300 and takes n1 until 1300, before any copy. So n2 is the
# next to ask, at 500. The look at 498 finds done, in tasks: n1 2.198, n2 1.995 and n3 1.199. The 25th percentile is place ceil(2/4) = 1: 1.995, n2 is not below: a copy of
# n3's task there takes 400 s. The 75th is place 2: n2 is below and stays so, as n1 goes on; at 1300 n1 asks and takes the copy.
printf 'node,map_slots,reduce_slots,speed\nn1,1,0,1\nn2,1,0,0.5\nn3,1,0,0.1\n' >cluster.csv
cat > jobs.csv <<'J'
job_id,submit_s,maps,map_s
w,0,3,10
a,100,3,200
b,300,1,1000
J
for slownode in 25 75; do
    slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --speculate late:100%,$slownode,25 --record attempts jobs.csv | cut -d, -f1,4,5,7,11,13,14 | tail -n 4
done
