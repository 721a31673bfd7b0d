#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SWF: a processor is a task; a run time that is unknown is the CPU time, else what was asked for; a job after another.
slot-trace --quiet "$TOP/traces/sample.swf"
(cd "$TOP/traces" && slot-trace --check sample.swf) | awk -F, '$2 != 0'
echo '1 2 3' | slot-trace --from swf --check | awk -F, '$2 != 0'
