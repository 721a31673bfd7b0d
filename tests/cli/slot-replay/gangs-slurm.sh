# Rules G4, G6, G8 beside a real Slurm: 22.05.8 of Debian 12, slurmctld and ten slurmd of 12 cores each on loopback, sched/backfill
# with bf_interval=1, select/cons_tres, priority/basic. What its jobcomp recorded: submission, run time, nodes, TimeLimit, and when
# and where each job started. A replay of the first columns gives the others: starts within 2 s (Slurm counts whole seconds, and its
# cycle takes one), and the same nodes.
# beside NAME OPTION...: reads job submit nodes cores-a-node run limit start nodes
beside() {
    name=$1
    shift
    cat >slurm.txt
    awk 'BEGIN { print "job_id,submit_s,maps,map_s,job_cpus,job_nodes,limit_s" } { print $1 "," $2 ",1," $5 "," $3 * $4 "," $3 "," $6 }' slurm.txt >jobs.csv
    slot-replay --quiet --width slots --order fifo --record attempts "$@" jobs.csv | sort -t, -k1,1 -k4,4n |
        awk -F, -v name="$name" 'NR == FNR { split($0, f, " "); start[f[1]] = f[7]; nodes[f[1]] = f[8]; next }
            $1 in start { at[$1] = $11; on[$1] = on[$1] (on[$1] ? "+" : "") $7 }
            END { for (j in start) { n++; d = at[j] - start[j]; far += d < -2 || d > 2; other += on[j] != nodes[j] }
                  print name ": " n " jobs, " far + 0 " more than 2 s apart, " other + 0 " on other nodes" }' slurm.txt -
}
jobs() { cat <<'END'
a 0 6 12 30 60 1 n1+n2+n3+n4+n5+n6
b 2 8 12 20 60 31 n1+n2+n3+n4+n5+n6+n7+n8
c 3 2 12 20 60 3 n9+n10
d 4 1 12 45 180 24 n9
e 5 1 6 15 60 24 n10
f 6 2 12 11 60 51 n1+n2
g 7 10 12 12 60 102 n1+n2+n3+n4+n5+n6+n7+n8+n9+n10
h 8 1 3 20 120 24 n10
i 9 3 12 25 120 51 n3+n4+n5
j 10 1 12 8 60 44 n10
k 11 4 6 30 240 114 n1+n2+n3+n4
l 12 1 12 50 120 51 n6
END
}
for rule in conservative easy skip none; do jobs | beside "backfill $rule" --nodes 10 --slots-per-node 12 --backfill $rule; done

echo 'topology/tree, two leaf switches of five nodes, --switches=1@00:00:20'
{ echo node,rack,slots; for i in 1 2 3 4 5; do echo "n$i,s1,12"; done; for i in 6 7 8 9 10; do echo "n$i,s2,12"; done; } >tree.csv
echo 'b could start at 4 on both switches, and does at 24; f has one switch at once'
waited() { cat <<'END'
a 0 4 12 60 180 0 n1+n2+n3+n4
c 2 3 12 50 120 2 n6+n7+n8
b 4 3 12 10 60 24 n5+n9+n10
f 36 2 12 12 60 36 n9+n10
END
}
waited | beside 'switches 1@20s' --cluster tree.csv --switches 1@20s
waited | beside 'no wait' --cluster tree.csv
echo 'b, submitted at 6, could not start before 32. It then started at once on both switches: its wait had begun when it was submitted'
queued() { cat <<'END'
a 0 4 12 60 180 0 n1+n2+n3+n4
c 2 2 12 30 120 2 n6+n7
d 4 3 12 60 180 4 n8+n9+n10
b 6 3 12 10 60 32 n5+n6+n7
END
}
queued | beside 'switches 1@20s' --cluster tree.csv --switches 1@20s
queued | beside 'switches 1@20s,first' --cluster tree.csv --switches 1@20s,first
