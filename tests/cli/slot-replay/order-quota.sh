# rules X4, X4.1, X4.2, X5, X5.1, X6: --order quota, with the numbers of Kueue's and Volcano's own tests.
at() { awk -F, -v t="$1" '$1 == t { printf " %s:%s+%s", $2, $3, $4 } END { print "" }' tl.csv; }
one() { slot-replay --sort --slots-per-node 1 --heartbeat 0 --order quota -o /dev/null --timeline tl.csv --every 10s "$@"; } # a task is a job of its own, as a workload of Kueue is
jobs() { awk -v n="$1" -v p="$2" -v s="$3" -v d="$4" 'BEGIN { for (i = 0; i < n; i++) print p "-" d "-" i "," s + i / 1000 "," p ",t," d ",task" }'; }
echo 'job_id,submit_s,pool,task_id,duration_s,kind' >head.csv
echo '--- fair_sharing_test.go, preemption disabled: 8 of a; when 4 end 1 of a and 3 of b, when 2 more end 1 and 1'
{ cat head.csv; jobs 4 a 0 100; jobs 2 a 0.01 200; jobs 4 a 0.02 1000; jobs 5 b 50 1000; } >k.csv
printf 'pool,quota\na,3\nb,1\nshared,4\n' >p.csv
one --nodes 8 --pools p.csv --until 250s k.csv; at 40; at 110; at 210
echo '--- preemption enabled: 9 of a; b has 4 of them back by its share, then c 1 by its quota'
{ cat head.csv; jobs 10 a 0 9999; jobs 5 b 50 9999; jobs 1 c 500 9999; } >k.csv
printf 'pool,quota\na,3\nb,3\nc,3\n' >p.csv
one --nodes 9 --pools p.csv --preempt kill:15s,15s --until 700s k.csv; at 40; at 110; at 600
echo '--- by quota alone b has its 3 back, and no more'
one --nodes 9 --pools p.csv --preempt kill:15s,never --until 700s k.csv; at 110; at 600
echo '--- hierarchical cohorts, weights 0.5 and 1, 1, 1, 2: 4 and 2, 2, 4'
printf 'pool,parent,weight,quota\nbest-effort,,0.5,0\nresearch,,,\nchemistry,research,,0\nphysics,research,,0\nllm,research,2,0\n' >p.csv
{ cat head.csv; jobs 6 best-effort 0 9999; jobs 6 physics 0 9999; jobs 6 chemistry 50 9999; jobs 6 llm 50 9999; } >k.csv
one --nodes 12 --pools p.csv --preempt kill:15s,15s --until 700s k.csv; at 600
echo '--- capacity_test.go of Volcano: case 2, a queue below its deserved part reclaims; case 5, also where it then has just that'
printf 'pool,quota\nq3,2\nq4,2\n' >p.csv
{ cat head.csv; jobs 4 q3 0 9999; jobs 2 q4 50 9999; } >k.csv
one --nodes 4 --pools p.csv --preempt kill:15s,never --until 300s k.csv; at 200
printf 'pool,quota\nq10,2\nq11,0\n' >p.csv
{ cat head.csv; jobs 1 q11 0 9999; jobs 2 q10 0.5 9999; } >k.csv
one --nodes 2 --pools p.csv --preempt kill:15s,never --until 300s k.csv; at 10; at 200
echo '--- case 6, it would have more: no kill'
printf 'pool,quota\nq12,1\nq13,0\n' >p.csv
{ cat head.csv; jobs 1 q13 0 9999; jobs 2 q12 0.5 9999; } >k.csv
one --nodes 2 --pools p.csv --preempt kill:15s,15s --until 300s k.csv; at 200
echo '--- case 4, of what is above quotas the greater priority first; case 1, a capability of 1'
printf 'pool,limit,priority\nq7,2,5\nq8,2,1\nq9,2,10\n' >p.csv
{ cat head.csv; jobs 1 q7 0 9999; jobs 1 q8 0 9999; jobs 1 q9 0 9999; } >k.csv
one --nodes 2 --pools p.csv --until 100s k.csv; at 50
printf 'pool,limit\nq2,1\n' >p.csv
{ cat head.csv; jobs 2 q2 0 9999; } >k.csv
one --nodes 2 --pools p.csv --until 100s k.csv; at 50
echo '--- issue 3684: 15 of 60 are kept for low; low then has them at once, and borrows when there are more'
printf 'pool,quota,lending_limit,borrowing_limit\nlow,15,0,5\ndeployment,0,,\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\nd,0,deployment,65,100\nl,50,low,40,100\n' >k.csv
one --nodes 60 --pools p.csv --until 300s k.csv; at 40; at 60; at 110
slot-replay --nodes 60 --slots-per-node 1 --heartbeat 0 --order quota --pools p.csv --record decisions k.csv | grep -m1 at-limit
echo '--- X6, H6.2: k keeps one of three slots. z waits at 1 beside the free n3, where its data is. At 10 x ends on n1: of two free slots one may be lent, and n3, too, is offered'
printf 'node,rack,slots\nn1,r1,1\nn2,r2,1\nn3,r3,1\n' >nodes.csv
printf 'pool,quota,lending_limit\nk,1,0\nb,0,\n' >p.csv
printf 'job_id,submit_s,pool,task_id,duration_s,hosts\nx,0,b,0,10,n1\ny,0,b,0,30,n2\nz,1,b,0,5,n3\n' >k.csv
slot-replay --cluster nodes.csv --heartbeat 0 --revive 60s --delay skips:9 --placement trace --order quota --pools p.csv --record attempts k.csv | cut -d, -f1,7,9,11
echo '--- X6: no offer skips what it holds back, so with skips:1 the offer of n2 at 10 is the first that z, whose data is on n1, lets pass; it takes n3'
printf 'job_id,submit_s,pool,task_id,duration_s,hosts\nx,0,b,0,30,n1\ny,0,b,0,10,n2\nz,1,b,0,5,n1\n' >k.csv
slot-replay --cluster nodes.csv --heartbeat 0 --revive 4s --delay skips:1 --placement trace --order quota --pools p.csv --record attempts k.csv | cut -d, -f1,7,9,11
echo '--- X6 in a tree: p takes the 2 that its child keeps and the 1 that the other runs; b has the other 3 of 6'
printf 'pool,parent,quota,lending_limit\np,,,\nkeeps,p,2,0\nruns,p,0,\nb,,0,\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\nr,0,runs,1,100\nb,1,b,6,100\n' >k.csv
one --nodes 6 --pools p.csv --until 50s k.csv; at 20
echo '--- p itself keeps 4 of 6: b has 2, and what the child of p runs is of those 4'
printf 'pool,parent,quota,lending_limit\np,,4,0\nkeeps,p,0,\nruns,p,0,\nb,,0,\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\nb,0,b,6,100\nr,1,runs,6,100\n' >k.csv
one --nodes 6 --pools p.csv --until 50s k.csv; at 20
echo '--- b1 has ended at 10 and counts for 5 s more (L7), its slot is free: of two free slots one may be lent to b2 at 10'
printf 'pool,quota,lending_limit\nk,1,0\nb,0,\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\nb1,0,b,1,10\nb2,5,b,1,10\n' >k.csv
slot-replay --nodes 2 --slots-per-node 1 --heartbeat 0 --commit-pending 5s --order quota --pools p.csv k.csv | cut -d, -f1,5
echo '--- X5: weight 0 is behind the least weight there is, 0.000001, and among such pools running decides'
printf 'pool,weight\nz,0\ny,0\nleast,0.000001\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\nz,0,z,9,100\nl,1,least,3,100\ny,2,y,9,100\n' >k.csv
printf 'node,rack,slots,from_s\nn1,r,1,0\nn2,r,1,10\nn3,r,1,20\nn4,r,1,30\nn5,r,1,40\nn6,r,1,50\n' >nodes.csv
slot-replay --quiet --cluster nodes.csv --heartbeat 0 --order quota --pools p.csv --record attempts --until 60s k.csv | awk -F, 'NR > 1 { print $11, $1 }' | sort -n | awk '{ printf "%s ", $2 } END { print "" }'
echo '--- above quotas the task to come counts: weights 1 and 2 are 1/1 and 1/2, then 1/1 and 2/2, and a has the first job'
printf 'pool,weight\na,1\nb,2\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,9,100\nb,0,b,9,100\n' >k.csv
slot-replay --quiet --cluster nodes.csv --heartbeat 0 --order quota --pools p.csv --record attempts --until 60s k.csv | awk -F, 'NR > 1 { print $11, $1 }' | sort -n | awk '{ printf "%s ", $2 } END { print "" }'
echo '--- in words'
printf 'pool,quota,priority,weight\na,2,1,\nb,2,0,\nc,0,0,3\n' >p.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,6,10\nb,0,b,6,10\nc,0,c,6,10\n' >k.csv
slot-replay --nodes 6 --slots-per-node 1 --heartbeat 0 --order quota --pools p.csv --record decisions k.csv | grep -o 'was served:.*' | sort -u
echo '--- what does not go'
printf 'pool,quota,priority\na,2,1\n' >p.csv
grep -v '^[bc],' k.csv >a.csv
slot-replay --nodes 6 --slots-per-node 1 --order hfs --pools p.csv -o /dev/null a.csv
slot-replay --nodes 6 --order quota --pools p.csv -o /dev/null a.csv
printf 'pool,priority\na,2e9\n' >p.csv
slot-replay --nodes 6 --slots-per-node 1 --order quota --pools p.csv -o /dev/null a.csv
slot-replay --nodes 6 --slots-per-node 1 --order quotas a.csv
