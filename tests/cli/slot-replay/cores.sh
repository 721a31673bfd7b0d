# rules B21, B21.1, B21.2, B21.3: tasks that compute share the cores of their node, by hand.
show() { slot-replay --heartbeat 0 --record attempts "$@" | awk -F, 'NR > 1 { print $1, $4, $6 ": " $11 " to " $13 ($12 == "" ? "" : ", computes from " $12) }'; }
# Two cores, four slots, six maps of 20 s: four at half the speed, 0 to 40; then two at full speed, 40 to 60.
printf 'job_id,submit_s,maps,map_s\na,0,6,20\n' >six.csv
show --nodes 1 --map-slots 4 --cores 2 six.csv
# One core. a's map of 10 s alone until 4, then beside b's of 3 s at half the speed: b's ends at 4 + 6 = 10, when a's has 10 - 4 - 3 = 3 s left: 13.
printf 'job_id,submit_s,maps,map_s\na,0,1,10\nb,4,1,3\n' >two.csv
show --nodes 1 --map-slots 2 --cores 1 two.csv
# A reduce computes when it has shuffled (B21.1). One core: the map of 4 s to 4; the reduce shuffles from 4 to 6 and takes nothing of b's map of
# 4 s, 4 to 6 its first half. From 6 on they share: b's 2 s take 4, to 10; the reduce of 3 s has 1 s left then: 11.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,1,4,1,2,3\nb,4,1,4,0,,\n' >shuffle.csv
show --nodes 1 --map-slots 1 --reduce-slots 1 --slowstart 1 --cores 1 shuffle.csv
# With cpac it computes when it is let (A3). The first reduce has shuffled at 5 and computes to 8; the second shuffles from 5 to 6, waits, and computes from 8
# to 11.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,1,4,2,1,3\n' >cpac.csv
show --nodes 1 --map-slots 1 --reduce-slots 1 --slowstart 1 --admit cpac:2,1,2 --cores 1 cpac.csv
# A row of twice the speed from 5 on (B21.3): two maps of 10 s on one core, half done is a quarter at 5 (2.5 s each); the 7.5 s left at 2 / 2: 12.5.
printf 'node,map_slots,speed,from_s,to_s\nn1,2,1,0,5\nn1,2,2,5,\n' >faster.csv
printf 'job_id,submit_s,maps,map_s\na,0,2,10\n' >pair.csv
show --cluster faster.csv --cores 1 pair.csv
# More cores than tasks change nothing; the audit knows the rule, and what breaks it.
slot-replay --heartbeat 0 --nodes 1 --map-slots 4 --cores 2 --record attempts six.csv >log.csv
slot-audit log.csv slot-replay --heartbeat 0 --nodes 1 --map-slots 4 --cores 2 six.csv
slot-audit log.csv slot-replay --heartbeat 0 --nodes 1 --map-slots 4 --cores 3 six.csv
slot-replay --heartbeat 0 --nodes 1 --map-slots 4 --cores 4 --record attempts six.csv | cut -d, -f11,13 | sort -u
slot-replay --nodes 1 --cores 0 six.csv
