#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Google 2011: jobs in order of submission, an eviction and the attempt after it, one that was there before the trace (seen from
# 600 s on: 20 s), one that goes on at its end, a task never scheduled (the job's mean, 4 s).
slot-trace --quiet "$TOP/traces/google2011.csv"
(cd "$TOP/traces" && slot-trace --check google2011.csv) | awk -F, '$2 != 0'
echo '5,,7,0,11,9,ann,2,9,,,,' | slot-trace --from google2011 | wc -l
