#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --stamp: comments in front of the rows, which readers pass over; the options in them make the rows again.
cp "$TOP/traces/tr-bm.csv" jobs.csv
version="$(slot-replay --version | sed -n '1s/^slot-replay //p'), commit $(slot-replay --version | sed -n 's/^commit //p')"
slot-replay --nodes 20 --preset hfs --attempts attempts.csv --stamp jobs.csv | sed "s/$version/VERSION, commit COMMIT/" >rows.csv
grep -v '^# --' rows.csv | head -n 3
slot-replay --nodes 20 --preset hfs jobs.csv >plain.csv
grep -v '^#' rows.csv | cmp - plain.csv
grep -c '^#' attempts.csv
sed -n 's/^# --/--/p' rows.csv >options
slot-replay --options options jobs.csv | cmp - plain.csv && echo 'made again'
slot-stats --by pool rows.csv >a; slot-stats --by pool plain.csv | cmp - a && echo 'read by slot-stats'
echo 'the digest is that of the bytes, also of standard input, and not that of a file that is written:'
slot-replay --nodes 20 --stamp <jobs.csv | grep '^# read'
cat jobs.csv | slot-replay --nodes 20 --stamp | grep '^# read'
command -v xxh3sum xxhsum >/dev/null && xxhsum -H3 jobs.csv | grep -o '[0-9a-f]\{16\}'
slot-replay --nodes 20 --preset hfs --attempts attempts.csv --stamp jobs.csv | sed "s/$version/VERSION, commit COMMIT/" | cmp - rows.csv
echo 'in JSON lines:'
slot-stats --by pool -C pool,jobs --stamp --format jsonl plain.csv | sed "s/$version/VERSION, commit COMMIT/" >rows.jsonl; cat rows.jsonl
slot-stats --col jobs -C sum_jobs rows.jsonl
echo 'of a sweep, whatever -j:'
sweep() { slot-sweep --out cells --set nodes=10,20 --runs 2 --stamp "$@" -- slot-replay --nodes '{nodes}' --seed '{seed}' --record summary jobs.csv; }
sweep | sed "s/$version/VERSION, commit COMMIT/" | cut -d, -f 1-5 >one; cat one
rm -r cells; sweep -j 3 | sed "s/$version/VERSION, commit COMMIT/" | cut -d, -f 1-5 | cmp - one
