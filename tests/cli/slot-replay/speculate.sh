# rules C1 C3 C5 C6 S8: 8 maps of 100 s without preference on 4 nodes of 2 slots; n3 goes at a fifth of the speed and would take 500 s.
# Before 100 six tasks have scored t/100 and two t/500, so the mean is 0.008 t and the two are 0.2 below it from t = 33.3; old enough they are at
# 60, but all slots are taken until 100. There both are copied on n1, which asks first, and end at 200; the originals are superseded: 400 s wasted.
cat > cluster.csv <<'C'
node,map_slots,reduce_slots,speed
n1,2,1,1
n2,2,1,1
n3,2,1,0.2
n4,2,1,1
C
printf 'job_id,submit_s,maps,map_s\na,0,8,100\n' >jobs.csv
replay() { slot-replay --cluster cluster.csv --heartbeat 0 --placement trace "$@" jobs.csv; }
attempts() { replay "$@" --record attempts | cut -d, -f4,5,7,11,13,14 | awk -F, 'NR > 1 && ($2 || $6 != "done")'; }
echo hadoop; attempts --speculate hadoop
replay --speculate hadoop | cut -d, -f6,12,18,19
echo "a lag of 150 s: the look at 150"; attempts --speculate hadoop:0.2,150s
echo "looks every 40 s: that at 80 finds them"; attempts --speculate hadoop --speculate-every 40s
echo "0.9 below the mean nobody ever is"; attempts --speculate hadoop:0.9
echo "late: fewer than a tenth of 8 slots may be copies, so one at a time; equal times left go by launch"; attempts --speculate late
[ "$(replay --speculate late)" = "$(replay --speculate late:10%,25,25,60s)" ] && echo "late is late:10%,25,25,60s (LATE 4)"
[ "$(replay --speculate late)" = "$(replay --speculate late:25%,25,25,60s)" ] || echo "late:25%,25,25,60s differs"
echo "a quarter: two"; attempts --speculate late:25%,25,25
echo "below the slowest rate there is nobody"; attempts --speculate late:1,25,0
echo "none"; attempts --speculate none; attempts
echo "a pool at its maximum has no copies (O6)"
printf 'pool,max_maps\ndefault,8\n' >pools.csv
attempts --pools pools.csv --speculate hadoop | sed -n 1p
printf 'pool,max_maps\ndefault,2\n' >pools.csv
attempts --pools pools.csv --speculate hadoop --stragglers 100%,0.1
slot-replay --nodes 2 --speculate lat jobs.csv
slot-replay --nodes 2 --speculate late:5 jobs.csv
slot-replay --nodes 2 --speculate late:10%,25,101 jobs.csv
slot-replay --nodes 2 --speculate hadoop:2 jobs.csv
slot-replay --nodes 2 --speculate none:1 jobs.csv
slot-replay --nodes 2 --speculate-every 0 jobs.csv
slot-replay --nodes 2 --placement redraw --speculate late jobs.csv
