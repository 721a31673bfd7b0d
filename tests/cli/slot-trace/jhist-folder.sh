#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Hadoop 2 and 1 in one folder, the configurations beside them passed over. JSON: the changed queue, locality as {"string":} or bare, a
# host named twice. Text: an error over several lines, backslashes, hosts by path and by tracker. Without a queue the pool is the user.
slot-trace "$TOP/traces/jhist"
slot-trace --check "$TOP/traces/jhist" | awk -F, '$2 != 0'
