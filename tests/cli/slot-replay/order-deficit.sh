# rules O10, O13, J5, T2: who gets the slots of one node (--heartbeat 0), per instant. Updates each second; jobs of 30 maps each.
launches() {
    { echo job_id,submit_s,pool,priority,maps,map_s; cat; } >jobs.csv
    slot-replay --nodes 1 --map-slots "$@" --heartbeat 0 --record attempts jobs.csv |
        awk -F, 'NR > 1 { at[$11] = at[$11] " " $1 } END { for (t in at) print t ":" at[t] }' | sort -n
}
three() { for job in a b c; do echo "$job,0,,,30,$1"; done; }
# Three jobs, 3 slots, so shares of 1; tasks of 1.2 s. A deficit does not see what is launched before the next update: a job takes all slots.
#   at 0 and 1.2 all deficits are 0: a. The update at 1 was the first, which adds nothing.
#   at 2: a (1 - 3) 1 s = -2, b 1, c 1: b at 2.4.      at 3: a -2 + 1 = -1, b 1 - 2 = -1, c 2: c at 3.6.
#   at 4: 0 0 0: a at 4.8.     at 5: -2 1 1.           at 6 a's tasks end first, so a -2 + 1 = -1, b 2, c 2: b.
#   at 7: 0 0 3: c at 7.2.     at 8: 1 1 1: a at 8.4.  at 9: -1 2 2: b at 9.6
echo "three jobs"; three 1.2 | launches 3 --order deficit:1s,1,0 --until 10
# Priorities as weights: c is low. W = 2.5, shares 1.2 1.2 0.6. After the first update at 1, at 2: a 1.2 - 3 = -1.8, b 1.2, c 0.6: b at 2.4.
#   at 3: a -0.6, b 1.2 - 1.8 = -0.6, c 1.2: c at 3.6.  at 4: 0.6 0.6 -1.2: a at 4.8.  at 5: a 0.6 - 1.8 = -1.2, b 1.8, c -0.6: b at 6 (a ended: a 0, b 3, c 0)
#   at 7: a 1.2, b 3 - 1.8 = 1.2, c 0.6: a at 7.2.  at 8: a -0.6, b 2.4, c 1.2: b at 8.4.  at 9: a 0.6, b 0.6, c 1.8: c at 9.6
echo "c is low"; three 1.2 | sed '/^c/s/,,,/,,low,/' | launches 3 --order deficit:1s,1,0 --until 10
# d's pool has a minimum of 2, known from the update at 1 on: then d is needy until it runs 2, and the third slot goes by deficit: at 1.1 all are 0, a is earlier.
# Shares: 2 > 3/2, so d 2 and a 1; at 2 a (1 - 1), d (2 - 2): 0 0. At 3, the same.
printf 'pool,min_maps,max_jobs\np,2,1\n' >pools.csv
echo "a minimum"; printf 'a,0,,,30,1.1\nd,0.5,p,,30,1.1\n' | launches 3 --order deficit:1s,1,0 --until 4 --pools pools.csv
# The pool takes one job at a time: e comes in when d (2 maps) has ended at 1, and is seen by the update of that instant.
echo "max_jobs"; printf 'd,0,p,,2,1\na,0,,,30,1\ne,0.5,p,,30,1\n' | launches 3 --order deficit:1s,1,0 --until 1 --pools pools.csv
# At most 2 of a job: a a b b, the fifth slot stays free. When a's end at 1.2 (b's later), a again.
echo "a cap"; printf 'a,0,,,30,1.2\nb,0,,,30,1.5\n' | launches 5 --order deficit:1s,1,0,2 --until 2
# A young job weighs thrice as much for 100 s: b comes at 100, when a is no longer young; 4 slots, tasks of 1.23 s (which end at no update). While it is young the shares are 1 and 3, then 2 and 2. A deficit is what
# was missed, and stays within a few rounds of the slots: of some 80 rounds while b is young it gets 3/4, of the next 80 half.
echo "young jobs"
printf 'a,0,,,2000,1.23\nb,100,,,2000,1.23\n' | launches 4 --order deficit:1s,3,100s --until 300 |
    awk -F: '$1 >= 100 { n = split($2, job, " "); for (i = 1; i <= n; i++) got[$1 < 200, job[i]]++ }
             function part(young) { return got[young, "b"] / (got[young, "a"] + got[young, "b"]) }
             END { print (part(1) > 0.7 && part(1) < 0.8 ? "three quarters" : part(1)), "then", (part(0) > 0.45 && part(0) < 0.55 ? "half" : part(0)) }'
