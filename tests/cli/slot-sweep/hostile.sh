#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that change while a sweep runs, signals that the caller ignores, folders that are none, cells cut short.
try() { "$@"; echo "status $?"; }
cells() { ls "$1" | grep -c 'csv$'; }
echo 'a trace that changes between two replays inside the process:'
printf '%s\n' 'job_id,submit_s,maps,map_s' 'a,0,2,1' >t.csv
printf '%s\n' 'job_id,submit_s,maps,map_s' 'b,0,9,1' >other.csv
printf '%s\n' 'program,one' slot-replay,--nodes=5 cp,other.csv slot-replay,--nodes=6 >grid.csv
try slot-sweep --out changed --grid grid.csv -- '{program}' '{one}' t.csv
echo "$(cells changed) cell; with the other trace the cells are others:"
try slot-sweep --out changed --grid grid.csv --list -- '{program}' '{one}' t.csv | cut -d, -f2-
echo 'made again with the same content:'
printf 'x\n' >f.csv
try slot-sweep --out again --set n=1,2 -- sh -c 'cp f.csv g.csv; mv g.csv f.csv; echo "x$2" | cut -c 1; echo 1' sh f.csv '{n}'
echo 'a file that the command names and writes:'
try slot-sweep --out writes --set n=1 -- slot-replay --nodes 5 --attempts 'attempts-{n}.csv' t.csv
echo 'a hangup, ignored and not:'
(trap '' HUP; exec slot-sweep --out ignored --set n=1,2 -- sh -c 'echo x; kill -HUP $PPID; echo 1 # {n}')
echo "status $?"
(env --default-signal=HUP slot-sweep --out taken --set n=1,2 -- sh -c 'kill -HUP $PPID; sleep 600 # {n}'; echo "status $?") 2>err
grep slot-sweep: err
echo 'a command that is ended by itself:'
try slot-sweep --out ended --set n=1 -- sh -c 'kill -TERM $$ # {n}'
echo 'folders:'
touch file
try slot-sweep --out file --set n=1 -- echo '{n}'
try slot-sweep --out '' --set n=1 -- echo '{n}'
try slot-sweep --out none --set n=1 --collect -- echo '{n}'
mkdir empty
try slot-sweep --out empty --set n=1 --collect -- echo '{n}'
echo 'a cell cut short:'
slot-sweep --quiet --out cut --set n=1 -- printf 'x\n{n}\n' >rows
for f in cut/*.csv; do printf 'n,x\n1,' >"$f"; done
try slot-sweep --out cut --set n=1 --collect -- printf 'x\n{n}\n' 2>&1 | sed 's|[0-9a-f]\{16\}|ID|'
echo 'options of the command without --, and a grid that a plan cannot name:'
try slot-sweep --out plain --set n=1 printf '%s\n' x --out '{n}'
printf 'n\n1\n' | try slot-sweep --out plain --grid - --plan -- echo '{n}'
