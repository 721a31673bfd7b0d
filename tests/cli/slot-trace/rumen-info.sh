#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What really happened, in numbers: locality of done maps, what was never tried, what has no times.
slot-trace --quiet --info --topology "$TOP/traces/rumen-topology.json" "$TOP/traces/rumen.json" | grep -E '^(format|jobs|maps|reduces|recorded_[a-z]*|done_maps.*|tasks_never_run|attempts_untimed|origin_s|nodes|racks|derived.*),'
