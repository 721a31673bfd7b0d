# Groups stand in order of their values: texts as they first appear, bins by size.
cat > r.csv <<'EOD'
preset,maps,response_s
hfs,100,1
hfs,1,2
fifo,1,3
hfs,1,4
fifo,100,5
EOD
slot-stats --by preset,bins r.csv | cut -d, -f1-3,7
slot-stats --by bins,preset r.csv | cut -d, -f1-3,7
