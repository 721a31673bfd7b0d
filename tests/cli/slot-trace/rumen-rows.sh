#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rumen: a row an attempt; backslashes undone; a host without its rack found by name; reduces copy from the last map's end (21 - 19 =
# 2 s) and compute for 9; the task without attempts lasts the mean of the done maps, (10.5 + 15 + 1) / 3; a start of 0 is none.
slot-trace --quiet "$TOP/traces/rumen.json"
