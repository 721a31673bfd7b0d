#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# few.sh N START - rule D21: the plug-in few.c of docs/howto/policies.md against the naive scheduler's reading of the same rule, on those
# of N random workloads from START on (default 500 from 1) that wait. A second object counts from the first skip, as `clock` does. Logs
# must be the same byte for byte, and differ from those of `wait` now and then, or nothing has been shown.
. "$(dirname "$0")/programs.sh"
n=${1:-500} start=${2:-1} passed=0 failed=0 other=0
cd "$work" && mkdir case || exit 1
awk '/^```/ { if (on) exit; n = $0 == "```c"; on = n; next } on' "$top/docs/howto/policies.md" >few.c
sed 's/^    rule->own\[0\] = .*/&\n    rule->clock = SW_SINCE_FIRST_SKIP;/' few.c >clock.c
for rule in few clock; do
    ${CC:-gcc} -shared -fPIC -I"$top/include" -o $rule.so $rule.c || { echo "0 passed, 1 failed"; exit 1; }
done
cd case || exit 1

# Writes NAME.out and NAME.attempts; a failure of both is the same.
run() { "$1" --attempts "$2.attempts" $options >"$2.out" 2>"$2.err" || [ $? = 1 ]; }

# with RULE: the options, with RULE in the place of wait's
with() { options=$(echo "$given" | sed "s|--delay wait:[^ ]*|--delay $1|"); }

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    rm -f ./*
    "$gen" "$seed" . || exit 1
    read -r given <options
    waits=${given#*--delay wait:}
    waits=${waits%% *}
    object=few few=$((seed % 3)) accounting=
    case $waits in *,clock) object=clock accounting=,clock waits=${waits%,clock} ;; *,*,*) waits= ;; esac
    seed=$((seed + 1))
    case $given in *--delay\ wait:*) [ -n "$waits" ] || continue ;; *) continue ;; esac
    case $waits in *,*) ;; *) waits=$waits,$waits ;; esac
    with "../$object.so:$few,$waits" && run "$slot" slot || { echo "$options: $(cat slot.err)"; failed=$((failed + 1)); continue; }
    with "few:$few,$waits$accounting" && run "$naive" naive || { echo "$options: $(cat naive.err)"; failed=$((failed + 1)); continue; }
    if [ -s slot.err ] && [ -s naive.err ] || { cmp -s slot.out naive.out && cmp -s slot.attempts naive.attempts; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "number $((seed - 1)): $options"
    fi
    with "wait:$waits$accounting" && run "$slot" wait
    cmp -s slot.attempts wait.attempts || other=$((other + 1))
done
[ $((4 * other)) -ge "$passed" ] || { failed=$((failed + 1)); echo "$other of $passed differ from wait"; }
echo "$passed passed, $failed failed"
[ "$passed" -gt 0 ] && [ "$failed" -eq 0 ]
