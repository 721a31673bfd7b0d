# rule C2: scores of reduces, which hadoop:0,0s compares with their mean at every look. a: 2 maps of 10 s, the one on n2 at a tenth, 100 s, so that 3 of its 4 reduces
# (30 s copying, 60 s computing), on n1 from the start, have the last map's 30/2 s to copy from 100 on: they compute from 115 to 175. z keeps n1's map slot.
# Until 100 all three have copied min(t/30, 1/2) and are equal; so they are from then on. n3 comes at 130 and r3 starts there, copying until 160, computing until 220. At the look at 132 the three have
# 2/3 + (17/60)/3 = 0.761 each, r3 (2/30)/3 = 0.022 and is below the mean of 0.576; n4, which comes at 131, copies it until 162 and computes until 222, or would.
cat > cluster.csv <<'C'
node,map_slots,reduce_slots,speed,from_s
n1,1,3,1,
n2,1,0,0.1,
n3,0,1,1,130
n4,0,1,1,131
C
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,2,10,4,30,60\nz,5,1,1000,,,\n' >jobs.csv
replay() { slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --slowstart 0 --speculate "$@" --record attempts jobs.csv | cut -d, -f1,4-7,11-14; }
replay hadoop:0,0s
echo "0.55 below the mean it is not: 0.576 - 0.022 = 0.554 is just enough at 132, no other later"
replay hadoop:0.553,0s | grep -c superseded
replay hadoop:0.555,0s | grep -c superseded
