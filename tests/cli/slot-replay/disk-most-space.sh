# rule A9: why --evict most-space does not work (TR 5.4): "there are 10 TB of free space and each job needs 10 TB, but new jobs enter just as each old job is about to finish". Room for 1000 bytes, jobs of ten
# maps of 10 s and 100 bytes on two slots, fair. a has eight maps done at 40, when b, there since 35, takes a slot: at 50 a has 900 bytes and b 100. most-space: a gives way; b has nine at 100 when c has one, and
# so on: nobody ends while jobs keep coming, every 50 s. The last, f, ends at 300, having had the place to itself since 250 (one map done, five rounds); then each one again, alone, 50 s each: e 350 ... a 550.
# By the other two rules a ends at 60, and the others in their order. b: 60 to 80 two at a time, from 80 one beside c's one: full at 110 with 7 and 3; evicted is c; 8, 9 and 10 end at 130.
echo job_id,submit_s,maps,map_s,shuffle_bytes >jobs.csv
set -- a 0 b 35 c 75 d 125 e 175 f 225
while [ $# -gt 0 ]; do
    echo "$1,$2,10,10,1000" >>jobs.csv
    shift 2
done
for rule in most-space latest least-progress; do
    echo "--evict $rule"
    slot-replay --nodes 1 --map-slots 2 --reduce-slots 0 --heartbeat 0 --order fair --disk 1000 --evict $rule --decisions d.csv jobs.csv >out.csv
    sed 1d out.csv | awk -F, '{ print $1, $6, $12 }'
    echo "evicted:" $(grep evict d.csv | awk -F, '{ print $1, $3 }')
    echo "jobs done by 225, when the last comes: $(awk -F, '$6 <= 225 && $6 > 0' out.csv | wc -l)"
done
echo "the longer they come, the longer nobody ends: 20 jobs"
awk 'BEGIN { print "job_id,submit_s,maps,map_s,shuffle_bytes"; print "j0,0,10,10,1000"; print "j1,35,10,10,1000"; for (i = 2; i < 20; i++) printf "j%d,%d,10,10,1000\n", i, 25 + 50 * (i - 1) }' >jobs.csv
for rule in most-space latest; do
    slot-replay --nodes 1 --map-slots 2 --reduce-slots 0 --heartbeat 0 --order fair --disk 1000 --evict $rule jobs.csv | sed 1d | sed -n 1p | cut -d, -f1,6
done
