# By hand, rule G14: Slurm's preemption. Eight nodes of four slots, whole nodes asked for but where cores are said. run prints each run of a job: its nodes, from when to when, and how it
# ended. The first two are what Slurm 22.05.8 did with these jobs on loopback (preempt/partition_prio, PreemptMode=REQUEUE, eight slurmd; AuthInfo=cred_expire=15 and KillWait=5 in the second):
#   h at 10.7 on n5, n6 and n8 (c was still leaving n7), b and c back at 132.7; h at 26.2 on n1 to n3, a back at 46.9; b ended PREEMPTED at 60.4, k at 75.6 on n1 to n5, a back at 95.7
printf 'partition,nodes,tier,preempt_mode,grace_s\nlow,,1,,\nlowg,,1,requeue,15\nlowc,,1,cancel,\noff,,1,off,\nmid,,2,,\nhigh,,3,,\nleft,n[1-4],3,,\n' >parts.csv
printf 'qos,priority,preempt,preempt_mode,grace_s,exempt_s\nscav,0,,,,\nfree,0,,cancel,,\nnice,5,,cluster,15,\nsafe,1,,,,1000\nnormal,9,"scav,nice,free,safe",,,\nurgent,1,normal,,,\n' >qos.csv
trace() {
    sort -n -s | awk -v OFS=, 'BEGIN { print "job_id,submit_s,task_id,duration_s,job_nodes,job_cpus,limit_s,partition,qos" }
        { n = $4; cores = $7 ? $7 : 4; print $2, $1, "t", $5, n, n * cores, $6, $3, ($8 ? $8 : "normal") }'
}
replay() { trace | slot-replay --quiet --nodes 8 --slots-per-node 4 --preset slurm --order multifactor --partitions parts.csv "$@" -; }
run() {
    replay "$@" --record attempts | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { k = $at["job_id"] " " $at["attempt"]; if (!(k in n)) { order[++m] = k; from[k] = $at["launch_s"]; to[k] = $at["finish_s"]; how[k] = $at["outcome"] }
          n[k] = n[k] " " substr($at["node"], 2) }
        END { for (i = 1; i <= m; i++) { k = order[i]; split(k, j, " "); printf "%s on%s %s-%s %s\n", j[1], n[k], from[k], to[k], how[k] } }' | sort -t- -k1,1 -s | sort -k1,1 -s
}
# at job partition nodes seconds limit [cores [qos]]
echo 'of tier 1 those on the fewest nodes go first: b, then c, and h has n5 to n7 (G14.3, G14.4)'
printf '%s\n' '0 a low 4 300 600' '1 b low 2 300 600' '2 c low 2 300 600' '10 h high 3 20 60' | run --preempt partition_prio
echo 'off is not asked; b alone is too few, with a h has n1 to n3, and in the last pass b runs on none of these; a has 15 s. k takes b at once, and a after 15 s'
printf '%s\n' '0 a lowg 4 300 600' '1 b lowc 2 300 600' '2 c off 2 300 600' '10 h high 3 20 60' '60 k high 5 20 60' | run --preempt partition_prio:begin=16s,again=15s
echo 'fewest jobs: c, d and b in the first pass, on n5 to n7; then b, c, d: d is spared (G14.5)'
printf '%s\n' '0 a low 4 300 600' '1 b low 2 300 600' '2 c low 1 300 600' '3 d low 1 300 600' '10 h high 3 20 60' >fewest
run --preempt partition_prio <fewest | grep killed
echo 'a, c and b leave n1 to n6, and h takes n1 to n5; then b, a, c; then c, b, which are all that it needs. With reorder=0 the second pass is the last'
printf '%s\n' '0 a low 1 300 600' '1 b low 3 300 600' '2 c low 2 300 600' '3 d mid 1 300 600' '3 e mid 1 300 600' '10 h high 5 20 60' >passes
run --preempt partition_prio <passes | grep killed
run --preempt partition_prio:reorder=0 <passes | grep killed
echo 'c, a and b leave all nodes, and h takes n1 to n5, where c is not: b, a; with strict b, c, a: b and c'
printf '%s\n' '0 a low 3 300 600' '1 b low 4 300 600' '2 c low 1 300 600' '10 h high 5 20 60' >strict
run --preempt partition_prio <strict | grep killed
run --preempt partition_prio:strict <strict | grep killed
printf '%s\n' '0 a low 1 300 600 1' '0 b low 1 300 600 1' '0 c low 1 300 600 1' '0 d low 1 300 600 1' '0 e low 7 300 600' '10 h high 1 20 60 2' >pieces
echo 'h wants two cores of n1, where a, b, c and d have one each: a and b'
run --preempt partition_prio <pieces | grep killed
echo 'youngest: d and c of all launched at 0 stand by submission, so a and b again; launched at 1, 2, 3 it is c and d'
run --preempt partition_prio:youngest <pieces | grep killed
awk '/^0 [bcd]/ { $1 = ++n } 1' pieces | run --preempt partition_prio:youngest | grep killed
echo 'a lower tier goes before a higher one, also with more nodes'
printf '%s\n' '0 a mid 1 300 600' '1 b low 7 300 600' '10 h high 1 20 60' | run --preempt partition_prio | grep killed
echo 'equal tiers preempt nothing, nor does what h cannot use: it is for n1 to n4, which left has'
printf '%s\n' '0 a high 4 30 60' '1 b low 4 300 600' '10 h left 2 20 60' | run --preempt partition_prio
echo 'exempt: no earlier than 100 s after its launch, and then at once (G14.9 has a cycle come)'
printf '%s\n' '0 a low 8 300 600' '10 h high 1 20 60' | run --preempt partition_prio:exempt=100s
echo 'cancel: a never returns'
printf '%s\n' '0 a low 8 300 600' '10 h high 1 20 60' | run --preempt partition_prio:cancel
echo 'a that ends by itself before its grace does'
printf '%s\n' '0 a lowg 8 20 600' '10 h high 1 20 60' | run --preempt partition_prio
echo 'while a has its grace all nodes are kept for h from now on: s waits, though it would end before a has to (G14.10)'
printf '%s\n' '0 a lowg 7 300 600' '10 h high 8 20 60' '11 s low 1 5 10' | run --preempt partition_prio:again=100s
echo 'but l, behind h, may not preempt a, and is planned for 25, when a is gone: s starts at once beside it'
printf '%s\n' '0 a lowg 4 300 600' '0 b off 2 300 600' '10 h high 3 20 60' '11 l low 3 20 600' '12 s low 2 5 10' | run --preempt partition_prio | grep '^[hls]'
echo 'again: a has its grace for h, but k comes, of a higher tier, and takes its nodes at 25; h may take b 40 s after it took a (G14.9)'
printf '%s\n' '0 a lowg 4 300 600' '0 b low 4 300 600' '10 h mid 4 20 60' '20 k high 4 100 120' >again
run --preempt partition_prio <again | grep -v '^[ab].*done'
run --preempt partition_prio:again=15s <again | grep -v '^[ab].*done'
echo 'h may preempt too few for 5 nodes, and i behind it enough for 2'
printf '%s\n' '0 a low 2 300 600' '0 b off 6 300 600' '10 h high 5 20 60' '10 i high 2 20 60' | run --preempt partition_prio | grep -v '^b'
echo 'so it is with cores: b keeps two of each node, h wants all four of two, and i two'
printf '%s\n' '0 a low 8 300 600 2' '0 b off 8 300 600 2' '10 h high 2 20 60 4' '10 i high 2 20 60 2' | run --preempt partition_prio | grep -v '^b'
echo 'backfill none: the same of the first'
printf '%s\n' '0 a low 4 300 600' '1 b low 2 300 600' '2 c low 2 300 600' '10 h high 3 20 60' | run --preempt partition_prio --backfill none

echo 'qos: of what n names, scav and free have the least priority, and c of scav has fewer nodes than b; tiers do not count. u may take n, and need not'
printf '%s\n' '0 a high 2 300 600 4 nice' '0 b high 3 300 600 4 free' '0 c high 2 300 600 4 scav' '0 d high 1 300 600 4 urgent' '10 n low 1 20 60 4 normal' '20 u low 1 20 60 4 urgent' | run --preempt qos --qos qos.csv
echo 'free is cancelled, nice has 15 s, safe 1000 s'
printf '%s\n' '0 b high 2 300 600 4 free' '0 a high 2 300 600 4 nice' '0 s high 4 300 600 4 safe' '10 n low 4 20 60 4 normal' '40 m low 8 20 60 4 normal' | run --preempt qos --qos qos.csv | grep -v '^s on .* 1300'
echo 'who may preempt goes first, before tiers (G14.11): u, n, s'
printf '%s\n' '0 z high 8 10 60 4 urgent' '1 s high 8 10 60 4 scav' '2 n mid 8 10 60 4 normal' '3 u low 8 10 60 4 urgent' | run --preempt qos --qos qos.csv
echo 'a requeued job is of age 0 when it returns, at 20 (G14.8): at 40 x, which came at 15, goes first; without weights a keeps its place'
for order in multifactor multifactor:age=1000,max-age=100s,period=10s; do
    printf '%s\n' '0 a low 8 300 600' '10 h high 8 30 60' '15 x low 8 5 60' | run --order $order --preempt partition_prio:begin=10s | grep -v '^h'
done
echo 'why'
printf '%s\n' '0 a lowg 4 300 600' '1 b low 4 300 600' '10 h high 6 20 60' >why
replay --preempt partition_prio --explain h <why
replay --preempt partition_prio --explain b <why
echo 'what does not go'
trace <why >why.csv
how="--quiet --nodes 8 --slots-per-node 4 --preset slurm --order multifactor --partitions parts.csv --preempt partition_prio why.csv"
slot-replay $how --attempts log.csv >replay.csv
slot-audit log.csv slot-replay $how
replay --preempt partition_prio --switches 1@5s </dev/null
replay --preempt partition_prio --max-starve 5s </dev/null
replay --preempt partition_prio --backfill easy </dev/null
replay --preempt qos </dev/null
replay --preempt qos:resume --qos qos.csv </dev/null
replay --preempt qos:reorder=x --qos qos.csv </dev/null
replay --preempt kill:1,1 </dev/null
replay --preempt partition_prio --order fifo </dev/null
echo 'no candidates'
printf 'qos,priority\na,1\nb,2\n' >equal.csv
trace </dev/null >none.csv
loud() { slot-replay --nodes 8 --slots-per-node 4 --preset slurm --order multifactor "$@" none.csv; }
loud --preempt qos --qos equal.csv
printf 'partition,nodes\nlow,\nhigh,\n' >equal.csv
loud --preempt partition_prio --partitions equal.csv
loud --preempt partition_prio --partitions parts.csv
printf 'qos,preempt\na,b\nb,a\n' >round.csv
replay --preempt qos --qos round.csv </dev/null
printf 'qos,preempt\na,"a,c"\n' >unknown.csv
replay --preempt qos --qos unknown.csv </dev/null
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >plain.csv
slot-replay --nodes 1 --preempt partition_prio plain.csv
