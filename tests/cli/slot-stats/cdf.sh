cat > r.csv <<'EOD'
pool,response_s
x,3
x,1
y,7
x,1
x,2
x,
EOD
slot-stats --cdf response_s --by pool r.csv
slot-stats --cdf response_s r.csv
seq 1 1000 | sed '1i v' | slot-stats --cdf v --points 3
seq 1 20001 | sed '1i v' | slot-stats --cdf v | wc -l | tr -d ' '
seq 1 20001 | sed '1i v' | slot-stats --cdf v --points 0 | wc -l | tr -d ' '
