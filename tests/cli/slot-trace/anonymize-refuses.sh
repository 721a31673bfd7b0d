#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A column that nobody knows could name somebody.
printf 'job_id,submit_s,maps,map_s,owner\na,0,1,1,ann\n' | slot-trace --anonymize secret
echo "exit $?" >&2
slot-trace --anonymize '' </dev/null
