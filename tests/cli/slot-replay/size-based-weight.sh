# rule O5.1: mapred.fairscheduler.sizebasedweight: a job's weight is times log2(1 + demand). a has 127 maps, so 7, b 7, so 3: of ten slots 7 and 3, where both had 5.
printf 'job_id,submit_s,maps,map_s\na,0,127,10\nb,0,7,10\n' >jobs.csv
at_0() { slot-replay --nodes 1 --map-slots 10 --heartbeat 0 "$@" --record attempts jobs.csv | awk -F, 'NR > 1 && $11 == 0 { n[$1]++ } END { print n["a"], n["b"] }'; }
at_0 --order hfs
at_0 --order hfs --size-based-weight
at_0 --order hfs:yarn --size-based-weight
printf 'pool,policy\ndefault,fair\n' >fair.csv
at_0 --order capacity --pools fair.csv --size-based-weight
printf 'job_id,submit_s,maps,map_s,weight,priority\na,0,127,10,1,low\nb,0,7,10,1,high\n' >jobs.csv
echo 'priorities are times it: 7/2 and 3 * 2: 10 * 3.5 / 9.5 = 3.7, so 4 and 6'
at_0 --order hfs --size-based-weight
at_0 --order fair --size-based-weight 2>&1
at_0 --order hfs --preempt kill:1m,2m --size-based-weight 2>&1
slot-replay --nodes 2 --slots-per-node 10 --order hfs --reservable 0.5 --size-based-weight jobs.csv 2>&1 || echo "status $?"
