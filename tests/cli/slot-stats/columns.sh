# By hand: 1, 2, 6 sum to 9, mean 3, sd sqrt(7); an empty field is left out of its column only.
cat > r.csv <<'EOD'
pool,map_s,maps
x,1,10
y,5,1
x,2,
x,6,30
EOD
slot-stats --by pool --col map_s,maps r.csv
slot-stats --by pool --col map_s --quantiles 0.5,95% r.csv
slot-stats --col map_s --confidence 0.5 r.csv
