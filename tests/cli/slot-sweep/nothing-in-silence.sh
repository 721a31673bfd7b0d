# SPDX-License-Identifier: GPL-3.0-or-later
# What a sweep took in silence: names that the command never uses, cells of another build, folders that change, short rows.
try() { "$@" 2>&1 | sed 's|[0-9a-f]\{16\}|ID|g; s|of [^ ]*/rule|of rule|'; }
echo == names that the command never uses
try slot-sweep --out a --set load=0.5,1,2 -- slot-replay --nodes 20 --load 1 jobs.csv
try slot-sweep --out a --over nodes=4:8 --until 'x<=1' --runs 12 -- slot-replay --nodes 6 --seed '{seed}' jobs.csv
printf 'x,y\n1,2\n' >grid.csv
try slot-sweep --out a --grid grid.csv -- echo '{x}' '{{y}}'
echo == ranges are one notion
slot-sweep --out b --set w=0:10:5,20 -- printf 'x\n{w}\n'
slot-sweep --out b --set w=1:3 --list -- printf 'x\n{w}\n' | cut -d, -f2-
slot-sweep --out b --set 'w="1:3",4' --list -- printf 'x\n{w}\n' | cut -d, -f2-
slot-sweep --out b --set w=wait:1:3s --list -- printf 'x\n{w}\n' | cut -d, -f2-
slot-sweep --out b --over w=1:3 --list -- printf 'x\n{w}\n' | cut -d, -f2-
slot-delay bound --nodes 620 --tasks 10 --skips 1:3 | cut -d, -f1-9
echo == another build
printf '#!/bin/sh\necho r; echo 5\n' >rule && chmod +x rule
sweep() { try slot-sweep --out c --set K=1,2 "$@" -- ./rule '{K}'; }
sweep
printf '#!/bin/sh\necho r; echo 999\n' >rule
sweep
sweep --again
sweep
sweep --collect
echo == a further name runs only the cells that it adds
slot-sweep --out h --set w=0,1 -- printf 'x,y\n{w}2,"a ""b"", c"\n'
slot-sweep --out h --set w=0,1 --set v=2,3 --list -- printf 'x,y\n{w}{v},"a ""b"", c"\n' | cut -d, -f2-
slot-sweep --out h --set w=0,1 --set v=2,3 -- printf 'x,y\n{w}{v},"a ""b"", c"\n'
slot-sweep --out h --set w=0,1 --set v=2,3 --format jsonl --collect -- printf 'x,y\n{w}{v},"a ""b"", c"\n'
try slot-sweep --out h --set w=1,11 --set v=2,12 --list -- printf 'x\n{w}{v}\n'
try slot-sweep --out h --set x=0,1 -- printf 'x,y\n{x}2,"a ""b"", c"\n'
echo == a folder
mkdir lg && echo 1 >lg/one && echo 2 >lg/two
count() { try slot-sweep --out d --set n=1 -- sh -c 'echo files; ls $0 | wc -l # {n}' lg; }
count; rm lg/two; count; echo 3 >lg/one; count; ls d/*.csv | wc -l
echo == the study is in its folder
slot-sweep --out e --set 'order=fair,fifo' --runs 2 --seed 7 -- sh -c 'echo "order of
seed"; echo $0' '{order}-{seed}' 2>&1
slot-sweep --out e --collect
slot-sweep --out e --list | cut -d, -f2-
cat e/study
try slot-sweep --out e --collect --set order=fair
try slot-sweep --out e
try slot-sweep --out nowhere --list
slot-sweep --quiet --out e --set 'order=fair' --seed 7 -- sh -c 'echo x; echo $0' '{order}'
ls e/*.csv | wc -l; slot-sweep --out e --prune; ls e/*.csv | wc -l
try slot-sweep --out e --prune --list
echo == rows of a command are even, a short cell is missing
try slot-sweep --out f --set w=0 -- sh -c 'printf "a,b\n1\n"' '{w}'
slot-sweep --out f --set w=0 -- sh -c 'printf "a,b\n1,2\n\n\"3,4\",5"' '{w}'
for cell in f/*.csv; do printf 'w,a,b\n0,1' >$cell; done
slot-sweep --out f --list | cut -d, -f2-
slot-sweep --out f --set w=0 -- sh -c 'printf "a,b\n1,2\n\n\"3,4\",5"' '{w}'
echo == a plan has a command on each line
nl='
'
try slot-sweep --out g --set "x=1,a${nl}touch PWN" --plan -- printf 'l\\n{x}\\n'
try slot-sweep --out g --set x=1 --plan -- printf "l${nl}{x}"
