# Jobs that start all at once, with estimates, from a pipe.
slot-gen --jobs 4 --job-nodes powers:2-16 --map-time 90s --limit f:2
slot-gen --jobs 200 --job-nodes lublin:64 --map-time lognormal:20m,1 --limit f:3 --arrival poisson:8m >jobs.csv
slot-replay --nodes 64 --racks 4 --slots-per-node 1 --width nodes --order fifo --backfill easy --record summary <jobs.csv | cut -d, -f1,2
echo 'each job at once, on as many nodes as it asks for'
slot-replay --nodes 64 --racks 4 --slots-per-node 1 --width nodes --order fifo --backfill easy --record attempts <jobs.csv >attempts.csv
awk -F, 'NR == FNR { if (FNR == 1) { for (i = 1; i <= NF; i++) at[$i] = i; next } if (!n[$1]++) first[$1] = $at["launch_s"]; bad += first[$1] != $at["launch_s"]; next }
    FNR == 1 { for (i = 1; i <= NF; i++) of[$i] = i; next } { jobs++; bad += n[$1] != $of["job_nodes"] } END { print jobs " jobs, " bad + 0 " otherwise" }' attempts.csv jobs.csv
echo 'the audit finds nothing'
slot-audit attempts.csv slot-replay --nodes 64 --racks 4 --slots-per-node 1 --width nodes --order fifo --backfill easy jobs.csv; echo $?

# Shares by hand from the parameters of Lublin's program for all jobs (0.244 of one node, 0.576 powers of two; log2 of the others from 0.8 to 4.5 in 0.86 of them, else from 4.5 to 7). A
# power 2^k has what is rounded to it: 0.576 (0.86 / 3.7) for k = 2 and 3, 0.7 of it for k = 1, 0.576 (0.14 / 2.5) for 5 and 6, half of it for 7. Others add little from 16 on.
echo 'lublin:128: shares within 0.002 of those by hand'
slot-gen --jobs 200000 --job-nodes lublin:128 | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n[$at["job_nodes"]]++; most = $at["job_nodes"] > most ? $at["job_nodes"] : most }
    function near(w, share) { d = n[w] / (NR - 1) - share; if (d < -0.002 || d > 0.002) print w ": " n[w] / (NR - 1) " for " share }
    END { other = 0.18 * 0.86 / 3.7; tail = 0.18 * 0.14 / 2.5; log2 = log(2)
        near(1, 0.244)
        near(2, 0.576 * 0.86 * 0.7 / 3.7 + other * (log(2.5) / log2 - 0.8))
        near(3, other * log(3.5 / 2.5) / log2)
        near(4, 0.576 * 0.86 / 3.7 + other * log(4.5 / 3.5) / log2)
        near(8, 0.576 * 0.86 / 3.7 + other * log(8.5 / 7.5) / log2)
        near(32, 0.576 * 0.14 / 2.5 + tail * log(32.5 / 31.5) / log2)
        near(64, 0.576 * 0.14 / 2.5 + tail * log(64.5 / 63.5) / log2)
        near(128, 0.576 * 0.07 / 2.5 + tail * log(128 / 127.5) / log2)
        print "widest " most }'
echo 'f:3: 2.5 times the time in the mean, from 1 to 4'
slot-gen --jobs 100000 --job-nodes 1 --map-time uniform:10s-60s --limit f:3 | awk -F, 'NR > 1 { f = $NF / $8; s += f; least = NR == 2 || f < least ? f : least; most = f > most ? f : most } END { printf "%.2f %.3f %.3f\n", s / (NR - 1), least, most }'
slot-gen --jobs 2 --job-nodes 3 --map-time 10s --limit exact | cut -d, -f8,20-
echo 'longer jobs where they are wider: 10 s times the square root of 4'
slot-gen --jobs 1 --job-nodes 4 --map-time 10s --map-growth 0.5 | cut -d, -f8
echo 'even draws: 24.4 % of the first 1000 are of one node'
slot-gen --jobs 1000 --job-nodes lublin:128 --draws even | awk -F, '$NF == 1' | wc -l
echo 'a preset of maps and reduces becomes one of gangs'
slot-gen --preset tr-bm --jobs 2 --job-nodes 5 | cut -d, -f7,10,20
slot-gen --job-nodes lublin:64 --limit f:2 --print-options | grep -e width -e limit
for o in '--job-nodes 0' '--job-nodes lublin:1' '--job-nodes lublin:x' '--job-nodes powers:3-8' '--job-nodes powers:8-2' '--job-nodes table:tr' '--job-nodes ratio:5%' '--job-nodes 4 --maps 3' '--job-nodes 4 --reduces 1' \
         '--map-time lublin:64' '--map-time powers:1-2' '--job-nodes 4 --jobs tasks:10 ' '--limit 5s' '--limit f:' '--limit f:-1' '--job-nodes lublin' '--job-nodes lublim:64'; do
    slot-gen $o 2>&1 >none | sed -n 1p
done
