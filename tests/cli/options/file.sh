#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --options FILE stands for what is in it, where it stands; what --print-options prints can be read back.
printf '# a comment\n\n  --jobs=3  \n--maps=2\n--quiet\r\n' >gen
slot-gen --options gen --jobs 2 --seed 3 >a; slot-gen --jobs 2 --maps 2 --seed 3 | cmp - a && wc -l <a
slot-gen --jobs 2 --options gen --seed 3 | wc -l
slot-gen --options - --print-options <gen | grep -e jobs -e maps -e seed
slot-replay --preset hfs --nodes 5 --order fifo --runs 2 -j 2 -o x --label 'a="b,c"' --print-options; tr '\n' ' ' <x; echo
slot-stats --by pool --quantiles 0.5 -C pool,jobs --quiet --print-options
slot-plot cdf -x response_s --by pool --print-options
slot-delay recommend --nodes 10 --print-options
slot-sweep --set a=1,2 --runs 3 -j 4 --out cells --print-options -- slot-gen --jobs '{a}' --seed '{seed}'
echo 'of a log:'
slot-replay --as-recorded --print-options "$TOP/traces/recorded-tasks.csv" >opt 2>/dev/null; slot-replay --quiet --as-recorded "$TOP/traces/recorded-tasks.csv" >a
slot-replay --quiet --options opt "$TOP/traces/recorded-tasks.csv" | cmp - a && grep -c . a
echo 'mistakes:'
try() { shift; printf -- "$1" >opt; slot-gen --options opt; echo "status $?"; }
try -- '--jobs=1\n--jobz=2\n'
try -- '--jobs\n'
try -- '--quiet=1\n'
try -- '--map=1\n'
try -- 'jobs=1\n'
try -- '--jobs=x\n'
try -- '--options=opt\n'
slot-gen --options none; echo "status $?"
slot-gen --options; echo "status $?"
slot-replay --validate --print-options "$TOP/traces/recorded-tasks.csv"; echo "status $?"
slot-replay --nodes 2 --label "a=b
c" --print-options; echo "status $?"
echo '--nodes 50' >words; slot-replay --options words --nodes 3 t.csv
