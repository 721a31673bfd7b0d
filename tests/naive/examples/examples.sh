#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# examples.sh PROGRAM - runs the worked examples of ../README.md through slot-replay or naive-replay and compares the
# ends of the jobs, and for the ladders every launch, with the numbers worked out by hand there: among them those of rule
# K4 and of YARN's offers, rules Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10.
cd "$(dirname "$0")" || exit 2
program=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
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

# ends NAME WANTED OPTIONS...: "job:finish_s" in the order of finishing
ends()
{
    name=$1 wanted=$2
    shift 2
    check "$name" "$wanted" "$("$program" "$@" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { printf "%s%s:%s", s, $at["job_id"], $at["finish_s"]; s = " " }')"
}

# launches NAME WANTED OPTIONS...: "task@launch_s/node/locality" of job b, in the order of launch
launches()
{
    name=$1 wanted=$2
    shift 2
    "$program" --attempts "$work/attempts" "$@" > "$work/jobs"
    check "$name" "$wanted" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["job_id"] == "b" { print $at["launch_s"], $at["task_id"], $at["node"], $at["locality"] }' "$work/attempts" |
        sort -n -k1,1 -k2,2 | awk '{ printf "%s%s@%s/%s/%s", s, $2, $1, $3, $4; s = " " }')"
}

everywhere='--racks 1 --map-slots 1 --reduce-slots 1 --slowstart 1 --heartbeat 0'
ends tr53-fifo 'a:200 b:300' --nodes 10 --replication 10 $everywhere --order fifo tr53.csv
ends tr53-fair 'a:400 b:400' --nodes 10 --replication 10 $everywhere --order fair tr53.csv
ends tr53-hfs 'a:400 b:400' --nodes 10 --replication 10 $everywhere --order hfs tr53.csv
ends lc-fifo '1:40 2:60 3:80' --nodes 3 $everywhere --order fifo lc.csv
ends lc-fair '1:120 2:120 3:120' --nodes 3 $everywhere --order fair lc.csv

ladder='--cluster ladder-cluster.csv --placement trace --heartbeat 0 --order fifo'
rungs='0@8/n3/any 1@10/n3/any 2@12/n3/any 3@13/n2/rack 4@15/n2/rack 5@17/n2/rack 6@19/n2/rack 7@20/n1/node 8@22/n1/node'
launches ladder-asking "$rungs" $ladder --delay wait:5s,3s ladder.csv
launches ladder-clock "$rungs" $ladder --delay wait:5s,3s,clock ladder.csv
launches ladder-skips '0@5/n3/any 1@7/n3/any 2@9/n3/any 3@11/n3/any 4@13/n2/rack 5@13/n3/any 6@15/n2/rack 7@15/n3/any 8@17/n2/rack' \
    $ladder --delay skips:3,2 ladder.csv

one='--nodes 1 --racks 1 --map-slots 1 --reduce-slots 1'
ends heartbeat-no 'a:17' $one --slowstart 1 --heartbeat 3s --out-of-band no heartbeat.csv
ends heartbeat-yes 'a:13' $one --slowstart 1 --heartbeat 3s --out-of-band yes heartbeat.csv
ends copy 'a:47' $one --heartbeat 0 copy.csv
ends minimum 'b:30 a:40' --nodes 1 --racks 1 --map-slots 4 --reduce-slots 1 --heartbeat 0 --pools minimum-pools.csv minimum.csv

reducers='--nodes 1 --map-slots 1 --reduce-slots 1 --admit cpac:2,1,1 --out-of-band no --pools ends-pools.csv --order hfs'
kill='--preempt kill:3,never --preempt-every 5'
launches ends-by-kill '0@0/n1/none 1@5/n1/none' $reducers $kill --heartbeat 20 ends.csv
launches ends-and-reports '0@0/n1/none 1@5/n1/none' $reducers $kill --heartbeat 5 ends.csv
launches ends-by-speed '0@0/n2/none 1@5/n3/none' --cluster speed-cluster.csv --placement trace --order fair --heartbeat 0 speed.csv
ends recorded-level 'a:10 b:30 c:50' --cluster recorded-cluster.csv --placement trace --penalty rack=1,any=2 --order fifo --heartbeat 0 recorded.csv

# ---- rule K4: kills between children of one pool; YARN's offers --------------------------------------
yarn_examples()
{
    siblings='--nodes 1 --map-slots 4 --reduce-slots 1 --heartbeat 0 --order hfs --pools siblings-pools.csv'
    starve='--preempt kill:never,5 --preempt-every 5'
    ends siblings 'jb:30 ja:230' $siblings $starve siblings.csv
    ends cousins 'jb:30 jc:100 ja:130' $siblings --preempt kill:never,5,tr --preempt-every 5 cousins.csv
    five='0@3/n3/any 1@5/n3/any 2@7/n3/any 3@9/n3/any 4@11/n3/any'
    launches ladder-yarn "$five 5@13/n2/rack 6@13/n3/any 7@15/n2/rack 8@15/n3/any" \
        $ladder --delay yarn:0.5,0.5 ladder.csv
    launches ladder-capacity "$five 5@13/n2/rack 6@15/n2/rack 7@15/n3/any 8@17/n2/rack" \
        $ladder --delay capacity:40 ladder.csv
    three='0@8/n3/any 1@10/n3/any 2@12/n3/any'
    launches ladder-yarn-time "$three 3@13/n2/rack 4@14/n3/any 5@15/n2/rack 6@17/n2/rack 7@19/n2/rack 8@20/n1/node" \
        $ladder --delay yarn-time:4.999,2.999 ladder.csv
    full='--cluster full-cluster.csv --placement trace --order fifo --heartbeat 2 --out-of-band yes'
    launches full-nodes '0@21/n2/rack' $full --delay yarn:1,1 full.csv
    launches full-nodes-capacity '0@23/n2/rack' $full --delay capacity:1 full.csv
    four='--nodes 1 --slots-per-node 4 --placement trace --order fifo --heartbeat 2'
    launches off-switch-1 '0@0/n1/none 1@2/n1/none 2@4/n1/none 3@6/n1/none' $four --off-switch 1 off-switch.csv
    launches off-switch-2 '0@0/n1/none 1@0/n1/none 2@2/n1/none 3@2/n1/none' $four --off-switch 2 off-switch.csv
    launches half '0@0/n1/none 1@0/n1/none 2@0/n1/none 3@2/n1/none' $four --per-heartbeat half off-switch.csv
    ends give-back 'a:45' --cluster give-back-cluster.csv --heartbeat 0 --order fifo --give-back yes give-back.csv
    limit='--cluster full-cluster.csv --placement trace --heartbeat 0 --order hfs --pools give-back-limit-pools.csv'
    ends give-back-limit 'a:26 b:110' $limit --delay capacity:40 --give-back yes give-back-limit.csv
}

# ---- rules M1 to M7: an allocator's offers -----------------------------------------------------------
offers_examples()
{
    two='--nodes 2 --slots-per-node 1 --placement trace --order offers'
    for wait in 1/7 6/7 7/13; do
        launches "offers-wait-${wait%/*}" "t@${wait#*/}/n2/rack" $two --delay "wait:${wait%/*},0,clock" offers.csv
    done
}

# ---- rules P1 to P7: negotiation ---------------------------------------------------------------------
negotiate_examples()
{
    claims='--nodes 1 --slots-per-node 1'
    ends negotiate-claims-1200 'b:1510 a:2560' $claims --order negotiate negotiate-claims.csv
    ends negotiate-claims-0 'b:550 a:2720' $claims --order negotiate:60s,20s,0 negotiate-claims.csv
    ends negotiate-shares 'a:1000 b:1500 c:1520' --nodes 70 --slots-per-node 1 --order negotiate:60s,20s,forever \
        --pools negotiate-pools.csv negotiate-shares.csv
}

offers_examples
negotiate_examples
yarn_examples
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
