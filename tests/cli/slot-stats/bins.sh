# TR table 2: 25 maps are in the first bin. A job without maps is in "<1", one of unknown size in none.
cat > r.csv <<'EOD'
job_id,response_s,maps
a,10,25
b,20,26
c,30,3201
d,40,1
e,50,0
f,60,
EOD
slot-stats --by bins r.csv | cut -d, -f1-3,6
slot-stats --bins es r.csv --quiet | cut -d, -f1-3
slot-stats --bins 10,1000 --quiet r.csv | cut -d, -f1-3
slot-stats --bins 15 --bin-col response_s r.csv | cut -d, -f1-2
