#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Alibaba: each instance a row; of 2018 the DAG in the names, tasks without a number behind the others, a parent that is not
# there left out. What never ran and what has no end lasts the mean of its job, else of the trace: 170 s / 7 instances.
slot-trace --quiet "$TOP/traces/alibaba2017.csv" | cut -d, -f1,2,7,8,10,11,22
slot-trace --quiet "$TOP/traces/alibaba2018.csv" | cut -d, -f1,2,7,8,10,11,22
slot-trace --quiet "$TOP/traces/alibaba2018.csv" | slot-replay --nodes 4 --slots-per-node 2 | cut -d, -f1,6
(cd "$TOP/traces" && slot-trace --check alibaba2017.csv) | awk -F, '$2 != 0'
