# By hand, rules G6.2, G6.3 and G5.4 to G5.7: which nodes a job takes, and which are reserved, where Slurm's rule and its neighbours differ.
on() { slot-replay --quiet --width slots --order fifo --record attempts "$@" | awk -F, 'NR > 1 { on[$1] = on[$1] (on[$1] ? "+" : "") $7; at[$1] = $11 } END { for (j in on) print j " at " at[j] " on " on[j] }' | sort; }
# job NODES WIDTH: alone, on the cluster
job() { printf 'job_id,submit_s,maps,map_s,job_cpus,job_nodes,limit_s\nj,0,1,10,%d,%d,10\n' $(($1 * $2)) "$1" >job.csv; echo "$1 nodes of $2: $(on --cluster "$cluster" job.csv)"; }
echo 'racks of 4, 3 and 2 nodes: the tightest that has all; else the biggest, and again for what is missing'
{ echo node,rack,slots; for n in 1 2 3 4; do echo "n$n,r1,1"; done; for n in 5 6 7; do echo "n$n,r2,1"; done; echo n8,r3,1; echo n9,r3,1; } >racks.csv
cluster=racks.csv
for n in 1 2 3 4 5 6 7 8; do job $n 1; done
echo 'no racks. Of 2 slots there are the runs n1+n2 (8 free), n4+n5 (5) and n7+n8+n9 (8)'
printf 'node,rack,slots\nn1,,4\nn2,,4\nn3,,1\nn4,,3\nn5,,2\nn6,,1\nn7,,3\nn8,,2\nn9,,3\n' >runs.csv
cluster=runs.csv
echo 'one node: of the run with the fewest free slots the node with the fewest. 4 nodes: no run has them, and n1+n2 is the first of 8'
for n in 1 2 3 4; do job $n 2; done
echo 'a run that has not enough is better than one that has, if it has more slots (best_fit_cpus): n4 and then one of n1+n2'
printf 'node,rack,slots\nn1,,2\nn2,,2\nn3,,1\nn4,,8\n' >quirk.csv
cluster=quirk.csv
job 2 2
echo 'with --no-rack-level racks are not looked at'
printf 'job_id,submit_s,maps,map_s,limit_s\nj,0,3,10,10\n' >job.csv
on --cluster racks.csv --no-rack-level job.csv

# a has n1 until 100; b wants a slot of each, at 100. c, 200 s, d, 97 s from 3 on, and e, 95 s from 4 on, want a slot.
cat >whole.csv <<'END'
job_id,submit_s,maps,map_s,job_cpus,job_nodes,limit_s
a,0,1,100,2,1,100
b,1,1,10,2,2,10
c,2,1,200,1,1,200
d,3,1,97,1,1,97
e,4,1,95,1,1,95
END
echo 'easy: b holds one slot of n2, which d takes until then. c takes the other'
on --nodes 2 --slots-per-node 2 --backfill easy whole.csv
echo 'slurm: n2 is reserved whole. c would end after 100, d at 100; e ends before'
on --nodes 2 --slots-per-node 2 --backfill slurm whole.csv

# a has a slot of n1 until 60, and x for a second the other, so that f has one of n2, until 80. b wants both slots of a node. 60 and 80 are one group (up to 90 + 30), so b is expected
# at 80, on n1, and c, which ends at 70, takes n1. f until 130 is of another group: b is expected at 60, and c takes n2.
groups() { printf 'job_id,submit_s,maps,map_s,job_cpus,job_nodes,limit_s\na,0,1,60,1,1,60\nx,0,1,1,1,1,1\nf,0,1,%d,1,1,%d\nb,2,1,50,2,1,50\nc,40,1,30,1,1,30\n' "$1" "$1" >groups.csv; on --nodes 2 --slots-per-node 2 --backfill slurm groups.csv; }
echo 'groups of ends: f until 80'
groups 80
echo 'f until 130'
groups 130
