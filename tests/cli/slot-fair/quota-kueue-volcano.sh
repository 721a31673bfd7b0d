# rules X1, X1.1, X1.2, X2: Kueue and Volcano, with the numbers of their own pages and tests.
echo '--- Kueue, KEP-1714, story 1: equal extra whatever the quota; 24 slots, a has 10 + 6'
printf 'pool,demand,quota\na,100,10\nb,100,2\nidle,0,12\n' | slot-fair --rule quota --total-slots 24
echo '--- story 3: 300 lent to two cohorts, 150 each; inside of the first 1:1:3'
printf 'pool,parent,demand,weight,quota\nCS,,0,1,300\nC1,,,1,\n1A,C1,1000,1,0\n1B,C1,1000,1,0\n1C,C1,1000,3,0\nC2,,,1,\n2A,C2,1000,1,0\n' | slot-fair --rule quota --total-slots 300
echo '--- fair_sharing_test.go, hierarchical cohorts: 4 of 12 for weight 0.5, 2, 2 and 4 inside of research'
printf 'pool,parent,demand,weight,quota\nbest-effort,,12,0.5,0\nresearch,,,1,\nchemistry,research,6,1,0\nphysics,research,12,1,0\nllm,research,6,2,0\n' | slot-fair --rule quota --total-slots 12
echo '--- a bank in another branch of the tree: 5 and 5'
printf 'pool,parent,demand,quota\nfirst-left,,,\nsecond-left,first-left,5,2\nsecond-right,first-left,5,2\nfirst-right,,,\nbank,first-right,0,10\n' | slot-fair --rule quota --total-slots 14
echo '--- lending and borrowing: b lends 3 of 8 (resource_node.go: 5 are guaranteed), a may borrow 2'
printf 'pool,demand,quota,lending_limit,borrowing_limit\na,20,4,,2\nb,0,8,3,\n' | slot-fair --rule quota --total-slots 12
printf 'pool,demand,quota,lending_limit,borrowing_limit\na,20,4,,\nb,0,8,3,\n' | slot-fair --rule quota --total-slots 12 --explain
printf 'pool,demand,quota,lending_limit,borrowing_limit\na,20,4,,\nb,6,8,3,\n' | slot-fair --rule quota --total-slots 12
echo '--- what a child does not lend its parent keeps: p asks for 15, and b has the other 5'
printf 'pool,parent,demand,quota,lending_limit\np,,,,\nidle,p,0,10,0\nbusy,p,5,0,\nb,,20,0,\n' | slot-fair --rule quota --total-slots 20
echo '--- Volcano, issue 3684: 15 of 60 are guaranteed and not used; the third may have 45 of them at most'
printf 'pool,demand,weight,quota,lending_limit\ndefault,0,1,0,\nlow,0,1,15,0\ndeployment,65,88,0,\n' | slot-fair --rule quota --total-slots 60
echo '--- capacity_test.go: a capability of 2 is a limit; case 4, q9 before q8 by priority'
printf 'pool,demand,limit,priority\nq7,1,2,5\nq8,1,2,1\nq9,1,2,10\n' | slot-fair --rule quota --total-slots 2
echo '--- what does not go'
printf 'pool,demand,priority\na,5,1\n' | slot-fair --total-slots 4
printf 'pool,demand,quota\na,5,8\nb,5,2\n' | slot-fair --total-slots 4 --rule quota
slot-fair --total-slots 4 --rule quota --whole in-turn
slot-fair --total-slots 4 --rule quote
printf 'pool,demand,quota\na,5,1.5\n' | slot-fair --total-slots 4 --rule quota --whole largest-remainder
printf 'pool,demand,priority\na,5,2000000000\n' | slot-fair --total-slots 4 --rule quota
echo '--- whose weight matters to c of KAI issue 143: with b at 1 the surplus of 3 is halved, 1.5; with its own at 2 also'
printf 'pool,demand,weight,quota\na,1,1,1\nb,3,2,1\nc,2,1,0\n' | slot-fair --total-slots 5 --rule quota --explain=c
