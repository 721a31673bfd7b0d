#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is not understood is refused before a cell is run.
try() { slot-sweep "$@"; echo "$?: $*"; }
try --out o
try --set a=1 -- echo '{a}'
try --out o --set a -- echo
try --out o --set a=1,2,1 -- echo '{a}'
try --out o --set a=1 --set a=2 -- echo '{a}'
try --out o --set a-b=1 -- echo
try --out o --set wait=1 -- echo '{wiat}'
try --out o --set wait=1 -- echo '{seed}'
try --out o --set wait=1 --runs 2 -- echo '{wait}'
try --out o --set run=1 --runs 2 -- echo '{seed}'
try --out o --shard 0/3 -- echo
try --out o --shard 4/3 -- echo
try --out o --shard 3 -- echo
try --out o --cell 12 -- echo
try --out o --plan --list -- echo
try --out o --out p -- echo
try --out o --partial -- echo
try --out o --collect --shard 1/2 -- echo
try --out no/where -- echo
printf 'a\n1\n2\n1\n' >grid.csv
try --out o --grid grid.csv -- echo '{a}'
printf 'a\n' >none.csv
try --out o --grid none.csv -- echo '{a}'
echo 'braces that stand for themselves:'
slot-sweep --out b --set a=1 --plan -- awk 'BEGIN { print "{{a}} {a} {b c} {" }' | sed 's/.*-- //'
slot-sweep --out b --set a=1 -- awk 'BEGIN { print "{{a}} {a} {b c} {" }'
echo 'ids are those of the content:'
ids() {
    slot-sweep --out b --set n=1,2 --list -- slot-replay --nodes '{n}' --pools=p.csv t.csv | cut -d, -f1 | md5sum
}
printf 'one\n' >t.csv; printf 'p\n' >p.csv; first=$(ids)
touch -d yesterday t.csv; [ "$(ids)" = "$first" ] && echo same
printf 'two\n' >t.csv; [ "$(ids)" = "$first" ] || echo other
printf 'one\n' >t.csv; [ "$(ids)" = "$first" ] && echo same
printf 'q\n' >p.csv; [ "$(ids)" = "$first" ] || echo other
