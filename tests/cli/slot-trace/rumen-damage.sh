#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Damage in a Rumen trace: counted with its first place, and the import goes on: text between objects, an object that is none
# of a job, one cut short. A job that is announced with a map and lists none, an attempt without a start, one that ends before.
{ cat "$TOP/traces/rumen.json"; echo 'not json'; echo '{"children": []}'; echo '{"jobID": "x", "user": }'; printf '{"jobID":"job_9","mapTasks":[{'; } >log.json
slot-trace --check log.json
slot-trace log.json | wc -l
