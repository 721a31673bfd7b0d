#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sacct: steps and repeated records are passed over, a SubmitLine of three lines with a separator in it is one field, a requeued job
# has two runs, 12 and 12.2, what never started none. In --info, by hand: 600 s of 8 cores, twice 300 s of 8, twice 1200 s of 16 on two nodes and
# 3540 s of 4 are 62160 core-seconds (17.3 h), of which 38400 (0.6178) on several nodes; 7140 s of slots are 2.0 h. 11_1 starts 40 s
# and 11_2 20 s after an end on a01. x's jobs wait from 10 to 960 s, in 890 of which one runs: 0.9. 2024-03-01T08:00:00 is 1709280000.
cd "$TOP/traces" || exit
slot-trace --quiet sample.sacct
slot-trace --info sample.sacct | sed -n '/^times/,/^origin_s/p; /^derived_pool/p'
slot-trace --check sample.sacct | awk -F, '$2 != 0'
# a01 holds two jobs at once from 1200 to 1260 s, the other nodes one.
slot-trace --quiet --output /dev/null --cluster-out - sample.sacct
# Without y: its job holds a slot of a01 from 1200 to 2400 and from 2700 to 3900 s, so these are not there.
slot-trace --only account=x --info sample.sacct | grep -E '^(jobs|left_out)'
slot-trace --quiet --only account=x --output /dev/null --cluster-out - sample.sacct
for by in partition qos user; do slot-trace --pool-by $by sample.sacct | cut -d, -f3 | tail -n +2 | sort | uniq -c; done
slot-trace --anonymize key --info sample.sacct | grep -E '^(part_|at_once)' | wc -l
