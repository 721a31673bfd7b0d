#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SWF: a processor is a task; a run time that is unknown is the CPU time, else what was asked for; a job after another.
slot-trace --quiet "$TOP/traces/sample.swf"
(cd "$TOP/traces" && slot-trace --check sample.swf) | awk -F, '$2 != 0'
echo '1 2 3' | slot-trace --from swf --check | awk -F, '$2 != 0'
echo 'a requested time and a wait that are no numbers'
printf '; Version: 2\n1 0 0 10 1 -1 -1 1 8-5.1 -1 1 1 1 1 1 1 -1 -1\n2 0 5x 10 1 -1 -1 1 20 -1 1 1 1 1 1 1 -1 -1\n3 1 5 10 1 -1 -1 1 20 -1 1 1 1 1 1 1 -1 -1\n' >no-numbers.swf
slot-trace --check no-numbers.swf | awk -F, '$2 != 0'
slot-trace --quiet no-numbers.swf | cut -d, -f1,20,21
echo 'processors that it got, 2, before those that it asked for, 5; asked for alone, 3'
printf '; Version: 2\n1 0 0 10 2 -1 -1 5 20 -1 1 1 1 1 1 1 -1 -1\n2 0 0 10 -1 -1 -1 3 20 -1 1 1 1 1 1 1 -1 -1\n' >got.swf
slot-trace --quiet got.swf | cut -d, -f1,7,22
