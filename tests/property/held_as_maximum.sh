#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# held_as_maximum.sh N START - rules O6, O13, D4: where a pool has one user, a limit of that user is a maximum of the pool, one more, whatever the rule
# of delay: the logs of both are the same, byte for byte. And a cap of tasks that no job reaches changes nothing. N random workloads
# (default 200) from number START (default 1) on, their jobs put into one pool and their clusters replaced by 5 nodes.
# Programs: $BIN/slot-replay, $B/tests/naive/gen-workload (default: bin, build/release), or SLOT_REPLAY, GEN_WORKLOAD.
. "$(dirname "$0")/programs.sh"
n=${1:-200} start=${2:-1}
passed=0 failed=0 reached=0

# 0.3 of 10, of 5 and of 15 slots, up to whole ones, and one more (O13.1): 4, 3, 6.
write_pools() {
    for policy in fair fifo; do
        printf 'pool,policy,capacity,user_limit\np,%s,1,0.3\n' $policy >user-$policy.csv
        printf 'pool,policy,capacity,user_limit\np,%s,1,\n' $policy >free-$policy.csv
    done
    printf 'pool,policy,capacity,max_maps,max_reduces\np,fair,1,4,3\n' >max-two-fair.csv
    printf 'pool,policy,capacity,max_maps,max_reduces\np,fifo,1,4,3\n' >max-two-fifo.csv
    printf 'pool,policy,capacity,max_share\np,fair,1,6\n' >max-one-fair.csv
    printf 'pool,policy,capacity,max_share\np,fifo,1,6\n' >max-one-fifo.csv
}

# All in pool p, all of one user; the cluster, the order and the end of the run are ours. Nobody is killed, as shares go by the maximum (S1), and
# no node takes more reducers than it has slots (A1).
prepare() {
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 { $at["pool"] = "p"; $at["user"] = "u" } { print }' trace.csv >one.csv
    sed 's/--cluster [^ ]*//; s/--nodes [^ ]*//; s/--racks [^ ]*//; s/--map-slots [^ ]*//; s/--reduce-slots [^ ]*//; s/--pools [^ ]*//; s/--order [^ ]*//
         s/--preempt [^ ]*//; s/--preempt-every [^ ]*//; s/--admit [^ ]*//; s/--over-min [^ ]*//; s/--until [^ ]*//; s/trace.csv//' options >plain
    kind=two cluster='--nodes 5 --racks 2 --map-slots 2 --reduce-slots 1'
    if grep -q -- '--slots-per-node' plain; then kind=one cluster='--nodes 5 --racks 2 --slots-per-node 3'; sed -i 's/--slots-per-node [^ ]*//' plain; fi
}

# $(cat plain) and $cluster are lines of words.
# shellcheck disable=SC2046,SC2086
replay() {
    log=$1 pools=$2; shift 2
    timeout 60 "$slot" --quiet --attempts $log $cluster $(cat plain) --until 400 --pools $pools "$@" one.csv >$log.jobs 2>$log.err
}

compare() {
    if cmp -s "$1" "$2" && cmp -s "$1.jobs" "$2.jobs"; then passed=$((passed + 1)); return; fi
    failed=$((failed + 1))
    echo "number $seed: $1 and $2 differ: $cluster $(cat plain)"
    diff "$1" "$2" | head -n 4
}

cd "$work" || exit 1
write_pools
seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    "$gen" "$seed" . && prepare || exit 1
    policy=$([ $((seed % 2)) = 0 ] && echo fair || echo fifo)
    if replay user user-$policy.csv --order capacity; then
        replay max max-$kind-$policy.csv --order capacity
        compare user max
        replay free free-$policy.csv --order capacity
        cmp -s user free || reached=$((reached + 1))
        replay uncapped free-fair.csv --order deficit:700ms,1,0
        replay capped free-fair.csv --order deficit:700ms,1,0,1000
        compare uncapped capped
    fi
    seed=$((seed + 1))
done
# The limit has to bite, or nothing was shown.
[ $((reached * 4)) -ge "$passed" ] || { echo "the limit was reached in $reached workloads only"; failed=$((failed + 1)); }
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
