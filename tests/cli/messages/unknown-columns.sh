# SPDX-License-Identifier: GPL-3.0-or-later
# A column that no record has is named where the likely word is absent, with --strict it is refused, --info and --check list
# it; a column that this run does not use is said. Each of these passed without a word.
printf 'job_id,submit_s,pool,maps,map_s\na,0,ads,4,10\nb,0,web,4,10\n' >jobs.csv
printf 'pool,weigth\nads,8\nweb,1\n' >pools.csv
try() { "$@" 2>&1 >/dev/null; echo "$1: $?"; }
try slot-replay --nodes 2 --pools pools.csv jobs.csv
try slot-replay --nodes 2 --pools pools.csv --strict jobs.csv
try slot-replay --nodes 2 --pools pools.csv --quiet jobs.csv
echo == once, and not for each cell
try slot-sweep --quiet --out cells --set load=1,2 -- slot-replay --nodes 2 --pools pools.csv --load '{load}' jobs.csv
try slot-sweep --out cells2 --set load=1,2 -- slot-replay --nodes 2 --pools pools.csv --load '{load}' jobs.csv
try slot-replay --nodes 2 --pools pools.csv --runs 2 jobs.csv
echo == other records
printf 'node,slots,sped\nn1,2,0.5\n' >nodes.csv
try slot-replay --cluster nodes.csv jobs.csv
printf 'pool,demand,min_shares\na,90,60\nb,90,0\n' >fair.csv
try slot-fair --total-slots 100 fair.csv
printf 'job_id,submit_s,maps,map_s,mapsigma\na,0,4,10,2\n' >sigma.csv
try slot-trace sigma.csv
echo == words of other systems, and what tasks are here
sed '1s/pool/queue/' jobs.csv >queue.csv
try slot-replay --nodes 2 queue.csv
printf 'job_id,submit_s,maps,map_s,replication,memory_mb\na,0,3,10,9,4096\n' >more.csv
try slot-replay --nodes 50 more.csv
slot-replay --nodes 2 --record attempts jobs.csv | sed '1s/$/,hosts/; 2,$s/$/,n1/' >hosts.csv
try slot-trace hosts.csv
sed '1s/hosts/host/' "$TOP/traces/recorded-tasks.csv" >host.csv
try slot-advise host.csv
echo == a column of the user is fine, but not with --strict
sed '1s/$/,colour/; 2,$s/$/,red/' jobs.csv >colour.csv
try slot-replay --nodes 2 colour.csv
try slot-replay --nodes 2 --strict colour.csv
slot-trace --info colour.csv | grep unknown
slot-trace --check colour.csv | grep unknown
echo == what slot-trace makes is strict
printf ';\n1 0 1 10 4 10 -1 4 20 -1 1 1 1 1 1 1 -1 -1\n' >log.swf
slot-trace log.swf >swf.csv 2>/dev/null
try slot-trace --strict swf.csv
slot-replay --nodes 2 --record attempts jobs.csv >attempts.csv
try slot-trace --strict attempts.csv
echo == columns that are known and have no effect
printf 'pool,max_maps\nads,2\nweb,\n' >max.csv
try slot-replay --nodes 4 --slots-per-node 2 --pools max.csv jobs.csv
printf 'pool,max_maps,max_share,min_share,min_maps\nads,2,3,1,1\nweb,,,,\n' >both.csv
try slot-replay --nodes 4 --slots-per-node 2 --pools both.csv --strict jobs.csv
sed '1s/$/,wait_node_s/; 2,$s/$/,5/' jobs.csv >waits.csv
try slot-replay --nodes 2 waits.csv
try slot-replay --nodes 2 --delay wait:1s waits.csv
