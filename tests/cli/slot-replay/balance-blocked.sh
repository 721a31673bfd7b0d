# rule D13 against ES 3.5.1's formula: long tasks on half of the slots, phi = 0.5, at random: all L = 2 slots of all R nodes with a block are held by them with probability
# phi^(RL) = 0.25 and 0.0625 (slot-delay blocked). 100 nodes; job s of short tasks, whose times spread, holds all slots; at 30 job g of 100 tasks of 1000 s comes and, order fair, takes
# the next 100 slots that free, in the order of chance. Blocks are everywhere. Drawn without putting back, 100 of 200 slots leave 100/200 · 99/199 = 0.249 of the nodes to g alone, sd 0.031 a
# run (by the hypergeometric variance), 0.009 of 12 runs. With --balance-long each node has one task of g: none is left to it alone.
printf 'job_id,submit_s,maps,map_s,map_sigma\ns,0,4000,3,0.5\ng,30,100,1000,0\n' >jobs.csv
try()
{
    slot-replay --nodes 100 --slots-per-node 2 --replication 100 --order fair --heartbeat 0 --delay wait:1000s --until 45 --runs 12 --record attempts "$@" jobs.csv |
        awk -F, '$3 == "g" { on[$1 " " $9]++; n[$1]++ }
                 END { for (i in on) if (on[i] == 2) { split(i, at, " "); full[at[1]]++ }
                       for (r in n) { tasks += n[r]; one += full[r] / 100; two += full[r] * (full[r] - 1) / 9900; runs++ }
                       printf "%d tasks of g a run; a node %.3f, two nodes %.4f\n", tasks / runs, one / runs, two / runs
                       print "within 3 standard errors of the formula:", (one / runs > 0.249 - 0.027 && one / runs < 0.249 + 0.027) ? "yes" : "no" }'
}
slot-delay blocked --long-fraction 0.5 --replication 1,2 --slots-per-node 2
try
echo "balanced"
try --balance-long 100s
