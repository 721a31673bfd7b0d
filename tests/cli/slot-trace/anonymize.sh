#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same key gives the same names, in trace and cluster, in every format; times and structure stay, and no old name does.
slot-trace --quiet --anonymize secret --cluster-out cluster.csv --slots-per-node 1 --topology "$TOP/traces/rumen-topology.json" "$TOP/traces/rumen.json" >renamed.csv
slot-trace --quiet --topology "$TOP/traces/rumen-topology.json" "$TOP/traces/rumen.json" >plain.csv
head -n 3 renamed.csv
grep -cE 'example|ann|bob|job_1|ads' renamed.csv cluster.csv
for f in renamed plain; do slot-trace --info $f.csv >$f.info; slot-replay --cluster cluster.csv --placement trace $f.csv | cut -d, -f4-7,10- >$f.out; done
cmp renamed.info plain.info
# Hosts that are not in the cluster count for nothing, so the renamed cluster goes with the renamed trace alone.
cut -d, -f6,7 renamed.out
slot-trace --quiet --anonymize secret plain.csv | cmp - renamed.csv
slot-trace --quiet --anonymize other plain.csv | cut -d, -f1 | sort -u >other
slot-trace --quiet --anonymize secret plain.csv | cut -d, -f1 | sort -u | comm -12 - other
slot-trace --anonymize secret --record pools "$TOP/traces/spark-fairscheduler.xml"
slot-trace --anonymize secret "$TOP/traces/swim-sample.tsv" | cut -d, -f1,2,7 | head -n 3
# Rows of Slurm's accounting that are CSV by now: numbers stay, partition and QOS are renamed as in the log.
slot-trace "$TOP/traces/sample.sacct" >slurm.csv
slot-trace --anonymize secret slurm.csv >renamed-slurm.csv
slot-trace --anonymize secret "$TOP/traces/sample.sacct" | cmp - renamed-slurm.csv
head -n 2 renamed-slurm.csv | cut -d, -f3,24-
# So are rows of Spark's logs and of SWF. A name in the column of a number is left out.
for log in spark-day.zst sample.swf; do
    slot-trace --quiet "$TOP/traces/$log" >rows.csv
    slot-trace --anonymize secret rows.csv >renamed-rows.csv
    slot-trace --quiet --anonymize secret "$TOP/traces/$log" | cmp - renamed-rows.csv
done
printf 'job_id,submit_s,task_id,duration_s,executor\na,0,t,1,7\na,0,u,1,host-of-ann\n' | slot-trace --anonymize secret | cut -d, -f24-
