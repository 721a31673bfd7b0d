# TR figure 6, reduce slot hoarding; rules A1, A2. One node of six map and six reduce slots, fair, nothing to copy; jobs 1 to 3 from 0 on: 40 maps and 12 reduces of 30 s, and twice four maps and two reduces of 10 s.
# 0 to 20: two map slots and (from 10) two reduce slots each; jobs 2 and 3 end at 30, and job 1 has all six reduce slots then, waiting for its maps. Job 4 (four maps, two reduces of 5 s) comes at 45: of the slots that
# free at 50 three, at 60 one; its maps are done at 70. Job 1: 4 maps done at 20, 22 at 50, 25 at 60, 30 at 70, 36 at 80, 40 at 90; its reduces compute to 120, and job 4's, only then, to 125: 80 s.
# With --admit cpac:18,6 job 1 has six copying reducers and 12 places are for others: job 4's start at 60 and compute from 70 to 75: 30 s. Job 1 ends
# at 150 then, and without at 155, as two of its reduces started behind job 4's.
cat >jobs.csv <<'J'
job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s
1,0,40,10,12,0,30
2,0,4,10,2,0,10
3,0,4,10,2,0,10
4,45,4,10,2,0,5
J
for admit in slots cpac:18,6; do
    echo "--admit $admit"
    slot-replay --nodes 1 --map-slots 6 --reduce-slots 6 --heartbeat 0 --order fair --admit $admit --attempts a.csv jobs.csv | cut -d, -f1,4,6,7
    echo "reducers on the node at 50, by job:" $(awk -F, '$6 == "reduce" && $11 <= 50 && $13 > 50 { n[$1]++ } END { for (j in n) print j ": " n[j] }' a.csv | sort)
    echo "job 4's reduces:" $(awk -F, '$1 == 4 && $6 == "reduce" { print $11, $12, $13 }' a.csv)
done
