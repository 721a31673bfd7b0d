#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Formats that know nothing of places say so.
for f in google2011.csv alibaba2017.csv alibaba2018.csv sample.swf sample.sacct yarn-apps.json rumen.json; do
    slot-trace --quiet --info "$TOP/traces/$f" | grep -E '^(format|locality),'
done
slot-trace --cluster-out cluster.csv "$TOP/traces/sample.swf"
