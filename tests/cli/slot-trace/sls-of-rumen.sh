#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Any recorded trace for the simulator: the attempt that was done, its first preferred host, else the node it ran on.
slot-trace --quiet --record sls --topology "$TOP/traces/rumen-topology.json" "$TOP/traces/rumen.json"
slot-trace --record sls "$TOP/traces/closed-loop.csv"
