#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# decide.sh - rules W1 to W6: delay.py of docs/howto/policies.md under --decide against --order fifo --delay wait:W1,W2,clock on 100 random
# loads, with heartbeats and without: results and attempts are the same byte for byte. Without a wait many are not.
. "$(dirname "$0")/programs.sh"
command -v python3 >/dev/null || { echo "decide.sh: needs python3"; echo "0 passed, 1 failed"; exit 1; }
cd "$work" || exit 1
awk '/^```/ { if (on) exit; on = $0 == "```python"; next } on' "$top/docs/howto/policies.md" >delay.py
passed=0 failed=0 other=0
for seed in $(seq 1 "${1:-100}"); do
    python3 -SE "$top/tests/property/decide_loads.py" "$seed" || exit 1
    w1=$((seed % 7)).5 w2=$((seed % 4))
    options="--quiet --cluster nodes.csv --placement trace --heartbeat $((seed % 2 * 3))"
    $slot $options --order fifo --delay wait:$w1,$w2,clock --attempts want.attempts jobs.csv >want &&
        $slot $options --decide "python3 -SE delay.py $w1 $w2" --attempts got.attempts jobs.csv >got &&
        cmp -s want got && cmp -s want.attempts got.attempts && passed=$((passed + 1)) ||
        { failed=$((failed + 1)); echo "number $seed: $options, waits $w1 $w2"; }
    $slot $options --order fifo --attempts none.attempts jobs.csv >none
    cmp -s want.attempts none.attempts || other=$((other + 1))
done
[ $((4 * other)) -ge "$passed" ] || { failed=$((failed + 1)); echo "$other of $passed wait for anything"; }
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
