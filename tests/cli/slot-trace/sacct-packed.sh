#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What has no room in the records that are kept of attempts: times that are no whole seconds or of a later age, several nodes or none.
# Ids of two clusters, runs of a job in any order, an id that is used again beside runs of it, and what a log says twice.
cat >log <<'X'
JobID|Cluster|Account|User|Partition|QOS|Submit|Start|End|Elapsed|State|NNodes|NCPUS|Timelimit|NodeList
7|c|x|ann|day|low|1000.25|1001.5|1003.75|2|COMPLETED|1|4|10:00|n1
8|c|x|ann|day|low|1000|1002|1004|2|NODE_FAIL|2|8|10:00|n[1-2]
8|c|x|ann|day|low|1000|1030.125|1031|1|COMPLETED|2|8|10:00|n[2-3]
8|c|x|ann|day|low|1000|1010|1020.5|10|NODE_FAIL|1|8|20:00|n3
8|d|y|ben|day|low|1001|1002|1003|1|NODE_FAIL|1|8|20:00|n3
8|d|y|ben|day|low|1001|1005|1006|1|COMPLETED|1|8|20:00|n3
9|c|y|ben|day|low|5000000000|5000000001|5000000002|1|COMPLETED|1|1|20:00|n4
7|c|y|ben|day|low|1010|1011|1012|1|COMPLETED|0|1||
10|c|y|ben|day|low|1010|1011.5|Unknown|1|RUNNING|1|1||n1
10|c|y|ben|day|low|1010|1011.5|1015.5|4|FAILED|1|1||n1
11|c|y|ben|day|low|1011|Unknown|Unknown|0|PENDING|1|1||
11|c|y|ben|day|low|1011|1012|Unknown|0|RUNNING|1|1||n1
8|c|y|ben|day|low|1040|1041|1042|1|COMPLETED|1|1||n1
X
slot-trace --quiet log | cut -d, -f1-4,10,11,13-26
slot-trace --quiet --record jobs log | cut -d, -f1-4,7,8,20-24
slot-trace --info log | grep -E '^(jobs|records|core_h|slot_h|multi|parts?_|clock|at_once|left)'
slot-trace --check log | awk -F, '$2 != 0'
slot-trace --quiet --only account=x --output /dev/null --cluster-out - log
# A further run that is submitted when another job is goes behind it. Dates that differ in their last digit are two days.
cat >days <<'X'
JobID|User|Account|Partition|Submit|Start|End|State|NNodes|NCPUS|NodeList
7|a|x|p|2024-01-11T10:00:00|2024-01-11T10:00:00|2024-01-11T11:00:00|REQUEUED|1|1|n1
7|a|x|p|2024-01-11T10:00:00|2024-01-12T12:00:00|2024-01-12T13:00:00|COMPLETED|1|1|n1
8|b|x|p|2024-01-11T11:00:00|2024-01-12T11:00:00|2024-01-12T12:00:00|COMPLETED|1|1|n1
X
slot-trace --quiet --record tasks days | cut -d, -f1,2,20,21
