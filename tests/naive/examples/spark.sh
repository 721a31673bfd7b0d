#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# spark.sh PROGRAM - the worked examples of Spark's offers (docs/model.md, section 14) through slot-replay or
# naive-replay. The numbers are worked out by hand from the rules; the comment of each example says how.
program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

# check NAME WANTED GOT
check()
{
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: wanted %s, got %s\n' "$1" "$2" "$3"
    fi
}

# column FILE NAMES...: the columns named, of all rows
column()
{
    file=$1
    shift
    awk -F, -v names="$*" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(names, name, " "); next }
        { for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? " " : "\n" }' "$file"
}

# replay OPTIONS...: cluster.csv and trace.csv of the working directory
replay() { "$program" --cluster cluster.csv --placement trace --order fifo --attempts attempts "$@" trace.csv >jobs; }

# ends NAME WANTED OPTIONS...: "job:finish_s" in the order of finishing
ends()
{
    name=$1 wanted=$2
    shift 2
    replay "$@"
    check "$name" "$wanted" "$(column jobs job_id finish_s | awk '{ printf "%s%s:%s", s, $1, $2; s = " " }')"
}

# launches NAME WANTED OPTIONS...: "task@launch_s/node/locality" of job x/1, in the order of launch
launches()
{
    name=$1 wanted=$2
    shift 2
    replay "$@"
    check "$name" "$wanted" "$(column attempts job_id launch_s task_id node locality | grep '^x/1 ' |
        sort -n -k2,2 -k3,3 | awk '{ printf "%s%s@%s/%s/%s", s, $3, $2, $4, $5; s = " " }')"
}

cluster() { printf 'node,rack,slots%s\n' "$1" >cluster.csv; shift; printf '%s\n' "$@" >>cluster.csv; }
trace() { { echo job_id,submit_s,pool,stage,parents,kind,task_id,duration_s,hosts; printf '%s\n' "$@"; } >trace.csv; }

# By rules R6, R14: x/0 holds n1. The timer of x/1 starts at 0.5; 2.2 s are over at 2.7, which the offer at 3 notices.
# There 0.3 s of the rack's wait have gone, at 4 1.3 s.
cluster '' n1,r1,1 n2,r2,1
trace x/0,0,,0,,task,0,10.3,n1 x/1,0.5,,0,,task,0,2,n1
for mode in spark-2 spark-3; do
    launches "grid $mode" 0@3/n2/any --offers $mode --delay spark:0,2.2,0
    launches "carried $mode" 0@3/n2/any --offers $mode --delay spark:0,2.2,0.3
    launches "not-over $mode" 0@4/n2/any --offers $mode --delay spark:0,2.2,0.4
    launches "revive $mode" 0@2.8/n2/any --offers $mode --delay spark:0,2.2,0 --revive 0.7
done
# By rule R18 (D7): passed by first at 0.5.
check waited 2.3 "$(column jobs job_id waited_s | sed -n 's,^x/1 ,,p')"

# By rules R2, R12: without racks there is one wait, and no level RACK.
cluster '' n1,,1 n2,,1
launches no-racks 0@3/n2/any --offers spark-3 --delay spark:0,2.2,9
cluster '' n1,r,1 n2,r,1
launches one-rack 0@3/n2/rack --offers spark-3 --delay spark:0,2.2,9
launches no-rack-level 0@3/n2/any --offers spark-3 --delay spark:0,2.2,9 --no-rack-level

# By rules R3, R12: a host without executors can be met at no level, so x/1 does not wait for it; but its task has a
# preference, and waits with another that does prefer n1.
cluster '' n1,r1,1 n2,r2,1
trace x/0,0,,0,,task,0,10.3,n1 x/1,0.5,,0,,task,0,2,gone
launches gone 0@0.5/n2/any --offers spark-3 --delay spark:0,2.2,0
trace x/0,0,,0,,task,0,10.3,n1 x/1,0.5,,0,,task,0,2,gone x/1,0.5,,0,,task,1,2,n1
launches gone-waits-along '0@3/n2/any 1@5/n2/any' --offers spark-2 --delay spark:0,2.2,0
launches gone-waits-along '0@3/n2/any 1@5/n2/any' --offers spark-3 --delay spark:0,2.2,0

# By rules R10, R11: level by level, whatever the wait: n1 takes task 0, its rack task 1, the other rack what is left.
cluster '' n3,r2,1 n2,r1,1 n1,r1,1
trace x/1,0,,0,,task,0,2,n1 x/1,0,,0,,task,1,2,n1 x/1,0,,0,,task,2,2,n1
launches levels '0@0/n1/node 1@0/n2/rack 2@0/n3/any' --offers spark-3 --delay spark:0,0,0
# By rule R11: one without preference goes after those of the node and before those of the rack.
trace x/1,0,,0,,task,0,2,n1 x/1,0,,0,,task,1,2,n1 x/1,0,,0,,task,2,2, x/1,0,,0,,task,3,2,n3
launches no-preference '0@0/n1/node 2@0/n2/none 3@0/n3/node 1@2/n1/node' --offers spark-3 --delay spark:0,9,9

# By rules R11, R20: x/0 holds all of the rack but z until 20; at 2 z is offered x/1, whose tasks prefer two hosts of it.
# With 16 buckets a, d and p are in 1, 4 and 0 of 2.13, so that the last host of d and a is d, and of p and a is a; with
# 32 p is in 16. Of 2.12, downwards, a, d, g and p are in 7, 9, 8 and 8 of 16: the last of d and a is a, of g and p what
# came first, the higher task; a thirteenth host doubles the buckets and turns g and p round, both in 16 of 32.
# (The order was taken from a model that equals Spark's classes.)
rack_order()
{
    name=$1 wanted=$2 mode=$3
    shift 3
    cluster '' a,r,1 d,r,1 g,r,1 p,r,1 z,r,1
    i=0
    set -- $(for wish; do echo "x/1,0.2,,0,,task,$i,30,$wish"; i=$((i + 1)); done)
    trace x/0,0.1,,0,,task,0,20,a x/0,0.1,,0,,task,1,20,d x/0,0.1,,0,,task,2,20,g x/0,0.1,,0,,task,3,20,p "$@"
    launches "$name $mode" "$wanted" --offers $mode --delay spark:0,1,9 --until 15
}
rack_order lowest-up-to-2.4 0@2/z/rack spark-2.4 d a
rack_order last-host 0@2/z/rack spark-3 d a
rack_order last-host 1@2/z/rack spark-3,scala-2.12 d a
rack_order last-host 1@2/z/rack spark-3.0 d a
rack_order last-host 1@2/z/rack spark-3 p a
rack_order last-of-12 0@2/z/rack spark-3 p a 'b|c|e|f|g|h|i|j|k|l'
rack_order first-in-bucket 1@2/z/rack spark-3.1 g p
rack_order first-in-bucket 1@2/z/rack spark-3.1 p g
rack_order first-of-12 1@2/z/rack spark-3.1 g p '1|2|3|4|5|6|7|8|9|0'
rack_order first-of-13 0@2/z/rack spark-3.1 g p '1|2|3|4|5|6|7|8|9|0|b'
# By rule R11: the lowest task of the last host, before a lower one of another.
rack_order lowest-of-host 1@2/z/rack spark-3 a d d

# By rules R15, R16: seven tasks of 2 s prefer n1; n2 is free. Up to 3.0 each launch starts the 3 s again, so n2 gets
# nothing. From 3.1 on n2 is refused at 0, and so the launches at 2 change nothing; the 3 s end at 3. That launch
# refuses no executor: ANY, 3. At 4 a round of n1 alone resets to NODE, 4, for none has been refused since; at 5 n2
# is; at 6 nothing is reset; at 7 3 s are over.
cluster '' n1,,1 n2,,1
trace x/1,0,,0,,task,0,2,n1 x/1,0,,0,,task,1,2,n1 x/1,0,,0,,task,2,2,n1 x/1,0,,0,,task,3,2,n1 \
    x/1,0,,0,,task,4,2,n1 x/1,0,,0,,task,5,2,n1 x/1,0,,0,,task,6,2,n1
launches reset-2 '0@0/n1/node 1@2/n1/node 2@4/n1/node 3@6/n1/node 4@8/n1/node 5@10/n1/node 6@12/n1/node' \
    --offers spark-2 --delay spark:0,3,0
launches reset-3 '0@0/n1/node 1@2/n1/node 2@3/n2/any 3@4/n1/node 4@6/n1/node 5@7/n2/any 6@8/n1/node' \
    --offers spark-3 --delay spark:0,3,0

# By rules R2, R3, R14, R18: six tasks of 4 s whose blocks are cached at executor 1 of h1, which x/0 holds until 10.3.
# Their second is over at 1.5, seen at 2: the other executor of h1. Two more are over at 4 (spark-2: since that
# launch, spark-3: since 1.5). From 6 on each launch resets.
cluster ,host h1/1,,1,h1 h1/2,,1,h1 h2/1,,1,h2
trace x/0,0,,0,,task,0,10.3,h1/1 $(for i in 0 1 2 3 4 5; do echo x/1,0.5,,0,,task,$i,4,h1/1; done)
wanted='0@2/h1/2/node 1@4/h2/1/any 2@6/h1/2/node 3@8/h2/1/any 4@10/h1/2/node 5@10.3/h1/1/process'
for mode in spark-2 spark-3; do
    launches "process $mode" "$wanted" --offers $mode --delay spark:1,2,0
done
# By rule R18: what is process-local counts as node-local.
check process-counts '4 0 2 0' \
    "$(column jobs job_id node_local rack_local off_rack no_preference | sed -n 's,^x/1 ,,p')"
# By rule R3: an executor that is not in the cluster is forgotten, its host is not.
trace x/0,0,,0,,task,0,10.3,h2 x/1,0,,0,,task,0,4,h2/9
launches forgotten 0@10.3/h2/1/node --offers spark-3 --delay spark:0,20,0

# By rule R7: by the number of the job, not by when it came.
cluster '' n1,r1,1
trace x/9,0,,0,,task,0,2, x/10,1,,0,,task,0,3, x/0,1.5,,0,,task,0,3,
ends numbers 'x/9:2 x/0:5 x/10:8' --offers spark-3 --delay spark:0,0,0

# By rules R7, R8: sorted once a round, so that a's two tasks take both slots; ties by name; minimum shares first.
cluster ,from_s n1,r1,2,1
trace b,0,b,0,,task,0,2, b,0,b,0,,task,1,2, a,0,a,0,,task,0,2, a,0,a,0,,task,1,2,
ends by-name 'a:3 b:5' --order hfs --offers spark-3 --delay spark:0,0,0
printf 'pool,policy,weight,min_share\na,fifo,1,0\nb,fifo,1,1\n' >pools.csv
ends minimum 'b:3 a:5' --order hfs --pools pools.csv --offers spark-3 --delay spark:0,0,0
# By rule R8: jobs of a pool that no row calls fair are fifo: x/2 waits for x/1. In a fair one the set that runs less
# goes first: at 2 x/2 has nothing.
cluster '' n1,r1,1
trace x/1,0,p,0,,task,0,2, x/1,0,p,0,,task,1,2, x/1,0,p,0,,task,2,2, x/2,1,p,0,,task,0,2,
ends pool-fifo 'x/1:6 x/2:8' --order hfs --offers spark-3 --delay spark:0,0,0
cluster '' n1,r1,2
trace x/1,0,p,0,,task,0,2, x/1,0,p,0,,task,1,4, x/1,0,p,0,,task,2,2, x/2,1,p,0,,task,0,2,
printf 'pool,policy,weight\np,fair,1\n' >pools.csv
ends pool-fair 'x/2:4 x/1:6' --order hfs --pools pools.csv --offers spark-3 --delay spark:0,0,0

# By rule R5: at 2 stage 1 of x/0 becomes ready, but the executor that frees is offered before Spark knows of it.
cluster '' n1,r1,1
trace x/0,0,,0,,task,0,2, x/0,0,,1,0,task,0,2, x/1,0,,0,,task,0,2,
ends not-yet 'x/1:4 x/0:6' --offers spark-3 --delay spark:0,0,0

# By rules R11, R17: n1 goes at 4. Both tasks come back, 0 first; no level but ANY can be met; the last to come back
# goes first.
cluster ,to_s n1,,2,4 n2,,1,
trace x/1,0,,0,,task,0,10,n1 x/1,0,,0,,task,1,10,n1
launches come-back '0@0/n1/node 1@0/n1/node 1@4/n2/any 0@14/n2/any' --offers spark-3 --delay spark:0,9,0
# By rules R4, R6, R17: x/1's task comes back at 4 and prefers n1, too. At 0 n2 was offered to its set when nothing
# waited, so up to 3.0 the set is at ANY. From 3.1 on the round at 0 then put it back to NODE, 0, and 6 s are over at
# 6.
cluster ,to_s n1,,1, n2,,1, n3,,1,4
trace x/0,0,,0,,task,0,20,n1 "x/1,0,,0,,task,0,10,n3|n1"
launches back-at-any '0@0/n3/node 0@4/n2/any' --offers spark-2 --delay spark:0,6,0
launches back-at-node '0@0/n3/node 0@6/n2/any' --offers spark-3 --delay spark:0,6,0

# By rules R5, R6, R13: n1 comes at 5 and goes to x/0. Up to 3.0 x/1 stays at ANY and takes n2 when it frees at 6;
# from 3.1 on it is put to the new level NODE, its timer being that of 0, and 8 s are over at 8.
cluster ,from_s n1,,1,5 n2,,1,
trace x/0,0,,0,,task,0,6,n1 x/0,0,,0,,task,1,20,n1 x/1,0,,0,,task,0,2,n1
launches stays 0@6/n2/any --offers spark-2.4 --delay spark:0,8,0
launches shifts 0@8/n2/any --offers spark-3 --delay spark:0,8,0

# By rule R6: at 1.5 n3 comes, and 1 s of waiting is over. From 3.0 on n3 alone is offered, with the old resets, too,
# and n2 at 2; up to 2.4 both are.
cluster ,from_s n1,,1, n2,,1, n3,,1,1.5
trace x/0,0.1,,0,,task,0,20,n1 x/1,0.2,,0,,task,0,4,n1 x/1,0.2,,0,,task,1,5,n1
for mode in spark-3 spark-2 spark-3.0; do
    launches "comes alone $mode" '0@1.5/n3/any 1@2/n2/any' --offers $mode --delay spark:0,1,1
done
launches 'all when one comes' '0@1.5/n3/any 1@1.5/n2/any' --offers spark-2.4 --delay spark:0,1,1

# By rule R8.1: no file. From 3.3.2 on `default` is fair, and at 2 x/2 runs nothing; before it is fifo, as other pools
# are in all releases.
cluster '' n1,,2
trace x/1,0,,0,,task,0,2, x/1,0,,0,,task,1,4, x/1,0,,0,,task,2,2, x/2,1,,0,,task,0,2,
ends default-fair 'x/2:4 x/1:6' --order hfs --offers spark-3.3.2 --delay spark:0,0,0
ends default-fifo 'x/1:4 x/2:6' --order hfs --offers spark-3.3.1 --delay spark:0,0,0
trace x/1,0,p,0,,task,0,2, x/1,0,p,0,,task,1,4, x/1,0,p,0,,task,2,2, x/2,1,p,0,,task,0,2,
ends other-fifo 'x/1:4 x/2:6' --order hfs --offers spark-3 --delay spark:0,0,0
# By rule R8.1: p is in no row: weight 1 as q, which runs one of the two at 1.
printf 'pool,policy,weight\nq,fair,1\n' >pools.csv
trace x/1,0,q,0,,task,0,2, x/1,0,q,0,,task,1,4, x/1,0,q,0,,task,2,2, x/2,1,p,0,,task,0,2,
ends strange-pool 'x/2:4 x/1:6' --order hfs --pools pools.csv --offers spark-3 --delay spark:0,0,0
# By rule R8: of weight 0, a runs one task at 2 and goes before b, which runs none; c, of weight 1, goes before both.
printf 'pool,weight\na,0\nb,0\nc,1\n' >pools.csv
trace x/1,0,a,0,,task,0,2, x/1,0,a,0,,task,1,6, x/1,0,a,0,,task,2,2, x/2,1,b,0,,task,0,2, x/3,1,c,0,,task,0,2,
ends weight-0 'x/3:4 x/1:6 x/2:8' --order hfs --pools pools.csv --offers spark-3 --delay spark:0,0,0

# By rule R12: up to 2.0 NODE, whose wait is 0, is no level, so that the first pass goes to ANY: n2, the first that is
# offered, takes task 0, which prefers n1. Else n1 does.
cluster '' n1,,1 n2,,1
trace x/1,0,,0,,task,0,2,n1 x/1,0,,0,,task,1,2,n1
launches no-level-of-wait-0 '0@0/n2/any 1@0/n1/node' --offers spark-2.0 --delay spark:0,0,0 --seed 3
launches level-of-wait-0 '0@0/n1/node 1@0/n2/any' --offers spark-2.1 --delay spark:0,0,0 --seed 3

# By rules R5, R8: at 2 both tasks of x/1 end. The first end, of n1, is told while the other still runs, so that x/2,
# which runs nothing, gets n1; then x/1 runs nothing, and goes first by its number. Who ran which of the two does not
# matter. By R6.1 x/1 takes both nodes before the scheduler is told of x/2.
cluster '' n1,,1 n2,,1
trace x/1,0,p,0,,task,0,2, x/1,0,p,0,,task,1,2, x/1,0,p,0,,task,2,2, x/2,0,p,1,,task,0,3,
printf 'pool,policy\np,fair\n' >pools.csv
replay --order hfs --pools pools.csv --offers spark-3 --delay spark:0,0,0
check one-end-after-the-other 'x/1@2/n2 x/2@2/n1' \
    "$(column attempts job_id launch_s node | awk '$2 == 2 { printf "%s%s@%s/%s", s, $1, $2, $3; s = " " }')"
# By rule R6.1: stage 2 takes both nodes before the scheduler is told of stage 10, which goes first by its text.
trace x/1,0,p,2,,task,0,2, x/1,0,p,2,,task,1,2, x/1,0,p,10,,task,2,3,
launches stage-by-stage '0@0/n2/none 1@0/n1/none 2@2/n1/none' --order hfs --pools pools.csv --offers spark-3 \
    --delay spark:0,0,0 --seed 3

# By rules R12, R14.1, R20: x/1's task 0 runs elsewhere, and task 1 waits 10 s for a host that is never alive, ~, in
# bucket 14 of 16 (126). At 0 z is refused. p (112, bucket 0) is passed by that walk and leaves the map, so that when n3
# comes at 2.5 NODE is no level any more; o (111, bucket 15) is not.
cluster ,from_s z,,1, p,,1, o,,1, n3,,1,2.5
trace x/1,0,,0,,task,0,1,p x/1,0,,0,,task,1,2,~
launches left-the-map '0@0/p/node 1@2.5/n3/any' --offers spark-3 --delay spark:0,10,10
trace x/1,0,,0,,task,0,1,o x/1,0,,0,,task,1,2,~
launches stays-in-the-map '0@0/o/node 1@10/p/any' --offers spark-3 --delay spark:0,10,10

# By rules R11, R17.1, R20: x/0 makes 14 launches. n1 goes at 4 with tasks 0 to 3 of x/1, launches 14, 15, 16 and 17 of
# all: in buckets 14, 15, 0 and 1 of 2.13. So 2 and 3 come back before 0 and 1, and the last goes first. Of 2.12 they are
# in 11, 1, 7 and 13, gone through downwards: 3, 0, 2, 1.
cluster ,to_s n1,,4,4 n2,,1,
trace $(for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo x/0,0,,0,,task,$i,0.1,; done) \
    x/1,1,,0,,task,0,9,n1 x/1,1,,0,,task,1,9,n1 x/1,1,,0,,task,2,9,n1 x/1,1,,0,,task,3,9,n1
lost='0@1/n1/node 1@1/n1/node 2@1/n1/node 3@1/n1/node'
launches lost "$lost 1@4/n2/any 0@13/n2/any 3@22/n2/any 2@31/n2/any" --offers spark-3 --delay spark:0,9,0
launches lost-2.12 "$lost 1@4/n2/any 2@13/n2/any 0@22/n2/any 3@31/n2/any" --offers spark-3.1 --delay spark:0,9,0

# By rule R10: a pool at its maximum is offered nothing, and refuses nothing.
cluster '' n1,,2
trace x/1,0,p,0,,task,0,2, x/1,0,p,0,,task,1,2, x/2,0,q,0,,task,0,3,
printf 'pool,policy,max_share\np,fifo,1\nq,fifo,\n' >pools.csv
ends maximum 'x/2:3 x/1:4' --order hfs --pools pools.csv --offers spark-3 --delay spark:0,0,0

# By rule R9: who is offered first is drawn: of four nodes each is the first under some of 20 seeds.
cluster '' n1,,1 n2,,1 n3,,1 n4,,1
trace x/1,0,,0,,task,0,2,
check shuffle 'n1 n2 n3 n4 ' "$(for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    replay --seed $seed --offers spark-3 --delay spark:0,0,0
    column attempts node
done | sort -u | tr '\n' ' ')"

# By rules R1, R19: what Spark does not have, and what is not played, is a usage error.
for other in '--speculate hadoop' '--preempt kill:1,1' '--per-heartbeat 1' '--load-cap 0.1' '--heartbeat 5' \
    '--commit-pending 1' '--delay none' '--order sjf' '--placement redraw' '--disk 1000'; do
    replay --delay spark:0,0,0 --offers spark-3 $other 2>/dev/null
    check "refuses $other" 2 $?
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
