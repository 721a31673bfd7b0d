#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A history that stops after an attempt's start: it is running, and lasts as long as the log goes on. Histories joined by !!FILE=
# lines with form feeds, as Rumen's tools made them, a configuration among them.
head -n 11 "$TOP/traces/jhist/job_2_0001.jhist" >cut.jhist
slot-trace cut.jhist | cut -d, -f10,11,17,19-
slot-trace --check cut.jhist | awk -F, '$2 != 0'
{ printf '\f!!FILE=x_conf.xml!!\n'; cat "$TOP/traces/jhist/job_2_0001_conf.xml"; printf '\f!!FILE=job_3_0001!!\n'; cat "$TOP/traces/jhist/job_3_0001_bob_count"
  printf '\f!!FILE=job_3_0002!!\n'; sed 's/3_0001/3_0002/g' "$TOP/traces/jhist/job_3_0001_bob_count"; } >joined
slot-trace joined | cut -d, -f1,10,11,22
printf 'Avro-Binary\n\001\002' >binary.jhist
slot-trace binary.jhist
