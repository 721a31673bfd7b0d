# Hierarchy, maximum, weight 0, scaled minimums, minimums that are kept, all of it fitting, whole slots.
cat > pools.csv <<'X'
case_id,total,pool,parent,demand,weight,min_share,max_share
tree,100,org,,,2,,
tree,100,a,org,50,1,,20
tree,100,b,org,90,1,,
tree,100,rest,,80,1,40,
zero,20,a,,8,1,,
zero,20,b,,30,0,,
zero,20,c,,30,0,2,
zero,20,d,,30,0,9,
over,60,a,,100,1,60,
over,60,b,,100,1,70,60
over,60,c,,5,1,,
fits,60,a,,10,1,,
fits,60,b,,20,1,,
X
slot-fair pools.csv --explain
slot-fair pools.csv --explain --over-min keep --quiet --whole in-turn | sed -n '/over/,/^$/p'
slot-fair pools.csv --explain --over-min scale --quiet --whole largest-remainder | tail -n 2
