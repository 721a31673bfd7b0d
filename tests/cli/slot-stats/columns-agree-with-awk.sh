# The same grouping by awk, an independent program: counts, sums of whole numbers, least and greatest.
awk 'BEGIN { OFS = ","; print "pool,maps"; for (i = 0; i < 5000; i++) print "p" (i * 7919 % 13), i * i % 1009 }' > r.csv
slot-stats --by pool --col maps r.csv | tail -n +2 | cut -d, -f1,2,4,9,10 | sort > ours
awk -F, 'NR > 1 { n[$1]++; s[$1] += $2; if (!($1 in lo) || $2 < lo[$1]) lo[$1] = $2; if ($2 > hi[$1]) hi[$1] = $2 }
         END { for (p in n) print p "," n[p] "," s[p] "," lo[p] "," hi[p] }' r.csv | sort > awks
cmp ours awks && wc -l < ours | tr -d ' '
