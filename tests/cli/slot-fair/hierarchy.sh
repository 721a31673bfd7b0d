# By hand: demands 60, 20, 90 of weight 3, 1, 1, R = 20; inside a 10 is a2's maximum.
cat > pools.csv <<'X'
pool,parent,demand,weight,max_share
a2,a,50,2,10
a,,,3,
a1,a,50,1,
b,,,1,20
b1,b,90,1,
c,,90,1,
X
slot-fair -n 100 pools.csv
