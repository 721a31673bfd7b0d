# SPDX-License-Identifier: GPL-3.0-or-later
# Signals and limits of batch systems leave no temporaries, a file keeps its mode, characters that turn the direction of a
# line are shown as '?', and XML of a few kilobytes takes no minute.
slot-gen --preset tr-bm --jobs 100 -o jobs.csv
mkdir out
echo == signals
for signal in QUIT XCPU USR1 USR2 ALRM TERM; do
    rm -f fifo && mkfifo fifo
    env --default-signal=QUIT slot-trace -o out/rows.csv fifo 2>/dev/null & # which the shell has ignored
    pid=$!
    exec 9>fifo
    cat jobs.csv >&9
    for i in $(seq 600); do ls -A out | grep -q rows && break; sleep 0.1; done
    ls -A out | sed 's/rows.*/rows/'
    kill -$signal $pid
    exec 9>&-
    wait $pid 2>/dev/null
    echo "$signal: $(($? > 128)) $(ls -A out)"
done 2>/dev/null
echo == a limit of file size
(ulimit -f 4; slot-trace --record tasks -o out/big.csv jobs.csv); echo "exit $?"; ls -A out
echo == modes
: >out/kept.csv && chmod 600 out/kept.csv && slot-trace -o out/kept.csv jobs.csv && stat -c %a out/kept.csv
chmod 640 out/kept.csv && slot-trace -o out/kept.csv jobs.csv && stat -c %a out/kept.csv
(umask 022; slot-trace -o out/new.csv jobs.csv); stat -c %a out/new.csv
echo == TMPDIR
mkdir tmp # (no leaks are sought: the sanitizer cannot where another traces)
cat jobs.csv | ASAN_OPTIONS=detect_leaks=0 TMPDIR=$PWD/tmp strace -f -e trace=openat -o trace slot-replay --nodes 20 --runs 2 -j 2 >/dev/null 2>&1 || echo "strace failed"
grep O_TMPFILE trace | grep -c "\"$PWD/tmp\""; grep O_TMPFILE trace | grep -vc "\"$PWD/tmp\""
TMPDIR=/nonexistent slot-replay --nodes 20 --runs 2 -j 2 jobs.csv >/dev/null; echo "exit $?"
echo == a folder with a link to itself is read, and so is its digest
mkdir loop && cp out/new.csv loop && ln -s . loop/again && ln -s "$PWD" loop/above
slot-trace --stamp loop 2>&1 >/dev/null | sed "s|$PWD|PWD|"; slot-trace --quiet loop | wc -l
echo == directions
turned=$(printf '1\342\200\256')
printf 'job_id,submit_s,maps,map_s,reduces\na,0,1,1,%s\n' "$turned" >turned.csv
slot-trace turned.csv 2>&1 >/dev/null | tail -c 20
printf 'pool,demand\n%s,90\nb,90\n' "$turned" | slot-fair --total-slots 100 --pretty
printf 'pool,demand\n%s,90\n' "$turned" | slot-fair --total-slots 100 --format jsonl | od -An -c | head -n 2
echo == XML
{ printf '<allocations><pool name="a"><weight>'; head -c 4000000 /dev/zero | tr '\0' '\n'; printf '1</weight></pool></allocations>'; } >nl.xml
(ulimit -t 60; slot-trace --record pools nl.xml; slot-fair --total-slots 9 nl.xml; slot-advise lint nl.xml) 2>&1
{ printf '<!DOCTYPE a [<!ENTITY a "0123456789">'; for i in a:b b:c c:d d:e e:f f:g g:h; do
    f=${i%:*}; printf '<!ENTITY %s "' ${i#*:}; for k in 1 2 3 4 5 6 7 8 9 10; do printf "&$f;"; done; printf '">'; done
  printf ']><allocations><pool name="a"><weight>&h;</weight></pool></allocations>'; } >bil.xml
(ulimit -t 60; slot-trace --record pools bil.xml) 2>&1
echo '<allocations/>' >empty.xml; slot-trace --record pools empty.xml
