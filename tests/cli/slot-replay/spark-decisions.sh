# Rule R18: rows of --decisions under Spark's offers. By hand: n1 takes task 0 at once, and n2, in another rack, is refused. The wait
# of 3 s for the node is seen to end at 3, that of the rack at 6, where n2 takes task 2. n1 frees at 5 and at 10. A period begins at each
# launch: one row for each level, and at 0 and 1 for what the round launched besides.
printf 'job_id,submit_s,task_id,duration_s,hosts\nj,0,0,5,n1\nj,0,1,5,n1\nj,0,2,5,n1\nj,0,3,5,n1\n' >tasks.csv
slot-replay --nodes 2 --racks 2 --slots-per-node 1 --preset spark-3 --placement trace --record decisions tasks.csv
echo "rules R3, R11: a wish for an executor, one for its host, none"
printf 'node,slots,host\ne1,1,h\ne2,1,h\n' >cluster.csv
printf 'job_id,submit_s,task_id,duration_s,hosts\nj,0,0,5,e1\nj,0,1,5,h\nj,0,2,5,\n' >tasks.csv
slot-replay --cluster cluster.csv --preset spark-2 --placement trace --record decisions tasks.csv | cut -d, -f1,3,4,6-
