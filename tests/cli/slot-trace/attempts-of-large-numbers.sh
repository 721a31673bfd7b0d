# Stages and attempts whose numbers do not fit into one key together stand in the same order as those of small ones.
printf 'job_id,pool,stage,task_id,attempt,kind,node,rack,locality,ready_s,launch_s,compute_s,finish_s,outcome,killed_for\n' >log.csv
for row in 'b,p,S,1,0,task,n2,r1,none,9,9,,12,done,' 'b,p,0,2,N,task,n1,r1,node,1,6,,9,done,' 'a,p,S,0,0,task,n1,r1,none,5,5,,6,done,' \
    'b,p,0,1,0,task,n2,r1,node,1,2,,8,done,' 'a,p,0,0,0,task,n1,r1,node,0,0,,5,done,' \
    'b,p,0,2,0,task,n1,r1,node,1,1,,4,failed,' 'b,p,0,7,0,task,n1,r1,node,1,8,,9,done,' 'b,p,0,5,0,task,n1,r1,node,1,7,,9,done,' 'b,p,0,3,0,task,n1,r1,node,1,3,,5,done,' \
    'b,p,0,4,0,task,n1,r1,node,1,4,,6,done,' 'b,p,0,0,1,task,n2,r1,node,1,5,,6,done,' 'b,p,0,0,0,task,n2,r1,node,1,1,,2,failed,'; do
    echo "$row"
done >>log.csv
sed 's/,S,/,3,/; s/,N,/,1,/' log.csv | slot-trace --record tasks | cut -d, -f 1,2,7,9,10,15- >small.csv
sed 's/,S,/,4611686018427387904,/; s/,N,/,4611686018427387904,/' log.csv | slot-trace --record tasks | cut -d, -f 1,2,7,9,10,15- | sed 's/,4611686018427387904,/,3,/' >large.csv
cat small.csv
cmp small.csv large.csv
