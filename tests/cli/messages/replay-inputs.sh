# SPDX-License-Identifier: GPL-3.0-or-later
# Inputs of slot-replay that are refused, each by its own message.
one() { head -n 1 | cut -c 1-200; }
printf 'job_id,submit_s,maps,map_s\na,0,2,1\n' >jobs.csv
cluster() { printf 'node,rack,slots,from_s,to_s\n%s\n' "$1" >c.csv; slot-replay --cluster c.csv jobs.csv 2>&1 | one; }
cluster n,r,1,5,4
pools() { printf 'pool,%s\np,%s\n' "$1" "$2" >p.csv; slot-replay --nodes 1 --pools p.csv jobs.csv 2>&1 | one; }
pools user_limit 2e9
pools weight 1e-9
printf 'job_id,submit_s,maps,map_s,pool\na,0,2,1,p\n' >of-p.csv
printf 'pool,max_maps\np,0\n' >p.csv
slot-replay --nodes 1 --order hfs --pools p.csv of-p.csv 2>&1 | one
# Two tasks of 3·10^12 s one after the other; times end at 4·10^12 s (2^62 us).
printf 'job_id,submit_s,maps,map_s\na,0,9,1000000000000\n' >long.csv
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 long.csv 2>&1 | tail -n 1
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s,reduce_sigma\na,0,2,1,1,1,1,21\n' >sigma.csv
slot-replay --nodes 1 sigma.csv 2>&1 | one
{ printf '{"job_id":"'; head -c 68000000 /dev/zero | tr '\0' a; printf '"}\n'; } | slot-replay --nodes 1 2>&1 | one
slot-replay --nodes 1 --stamp - <. 2>&1 | one
printf 'job_id,pool,stage,task_id,attempt,kind,node,rack,locality,ready_s,launch_s,compute_s,finish_s,outcome,killed_for\n' >log.csv
echo 'a,p,0,0,0,map,n1,r1,node,0,1,9,5,done,' >>log.csv
slot-trace log.csv 2>&1 | one
# A rule of delay whose name alone is longer than any.
slot-replay --nodes 1 --delay "$(printf '%070d' 0)" jobs.csv 2>&1 | one
# Five slots for 2·10^12 s each.
printf 'job_id,submit_s,maps,map_s\na,0,5,2000000000000\n' >ages.csv
slot-replay --nodes 5 --map-slots 1 --heartbeat 0 ages.csv 2>&1 | tail -n 1
# No room for the copy of standard input that --stamp makes: its beginning is not taken for the whole.
{ cat jobs.csv; seq -f 'j%g,0,2,1' 20000; } | { trap '' XFSZ; ulimit -f 32; slot-replay --nodes 1 --stamp 2>&1; } | one
