# SPDX-License-Identifier: GPL-3.0-or-later
j="$TOP/traces/closed-loop.csv"
slot-trace --record tasks --seed 1 "$j" | cmp - "$TOP/traces/closed-loop-tasks.csv" && echo same
slot-trace --record tasks --seed 2 "$j" | cmp -s - "$TOP/traces/closed-loop-tasks.csv" || echo other
