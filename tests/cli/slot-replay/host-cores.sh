# rules B21.4 and N1: nodes of one host share its cores, and its links, by hand.
show() { slot-replay --heartbeat 0 --record attempts "$@" | awk -F, 'NR > 1 { print $1, $4, "on", $7 ": " $11 " to " $13 }'; }
# Three machines of one core, two of them on a host of one; machine n3 stands on its own. Maps of 10 s: n1 and n2 have half a core each, 0 to 20.
printf 'node,map_slots,host\nn1,2,h\nn2,2,h\nn3,2,\n' >hosts.csv
printf 'job_id,submit_s,maps,map_s\na,0,3,10\n' >three.csv
sed 's/,2,/,1,/' hosts.csv >single.csv
show --cluster single.csv --host-cores 1 three.csv
# Four maps on n1 and n2, two on n3. A machine asks for one core at most, so the host's one is halved and each map has a quarter: 40; n3's have a half: 20.
# With cores of hosts alone n1 and n2 ask for two each, and it is a quarter again, but n3's pair fills one core of its own host: 20 as well.
printf 'job_id,submit_s,maps,map_s\na,0,6,10\n' >six.csv
show --cluster hosts.csv --cores 1 --host-cores 1 six.csv
show --cluster hosts.csv --host-cores 1 six.csv
# Three on n1 and one on n2: of two cores each machine asks for one and has it. n1's maps have a third, 30 s; n2's has all, 10 s. By tasks it would be two for four: 20 s each.
printf 'node,map_slots,host\nn1,3,h\nn2,1,h\n' >uneven.csv
printf 'job_id,submit_s,maps,map_s\na,0,4,10\n' >four.csv
show --cluster uneven.csv --cores 1 --host-cores 2 four.csv
show --cluster uneven.csv --host-cores 2 four.csv
# The audit knows the rule.
slot-replay --heartbeat 0 --cluster uneven.csv --cores 1 --host-cores 2 --record attempts four.csv >log.csv
slot-audit log.csv slot-replay --heartbeat 0 --cluster uneven.csv --cores 1 --host-cores 2 four.csv
slot-audit log.csv slot-replay --heartbeat 0 --cluster uneven.csv --host-cores 2 four.csv 2>&1
# Links: a block of 100 bytes on n1 of h, links of 10 bytes a second, maps of no time. n2 reads it over no link, n3 in 10 s. Were n1 and n2 hosts, n3's read would take
# 20 s beside n2's, and so it does where n3 and n4 share one host's link.
printf 'job_id,submit_s,task_id,duration_s,hosts,kind,input_bytes\na,0,t,0,n1,map,100\na,0,u,0,n1,map,100\n' >blocks.csv
links() { slot-replay --heartbeat 0 --placement trace --network node=10B --record attempts --links links.csv "$@" blocks.csv | awk -F, 'NR > 1 { print $4, "on", $7 ": " $11 " to " $13 }'; awk -F, '$4 > 0 { print $1, $2, $4 }' links.csv; }
printf 'node,map_slots,host\nn1,0,h\nn2,1,h\nn3,1,\n' >near.csv
links --cluster near.csv
printf 'node,map_slots,host\nn1,0,\nn2,0,\nn3,1,g\nn4,1,g\n' >far.csv
links --cluster far.csv
# The column needs one of them, and the option the column.
slot-replay --cluster hosts.csv six.csv
slot-replay --nodes 2 --host-cores 1 six.csv >/dev/null
