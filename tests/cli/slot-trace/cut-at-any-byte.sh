# SPDX-License-Identifier: GPL-3.0-or-later
# 0 or 1 whatever is left of the file, and a message with 1.
head -n 5 "$TOP/traces/dag-tasks.csv" >whole.csv
n=$(wc -c <whole.csv) i=0
while [ $i -le $n ]; do
    head -c $i whole.csv >cut.csv
    slot-trace cut.csv >out 2>err
    status=$?
    case $status in
    0) grep -v 'no such column\|no rows after the header' err && echo "cut at $i: a message with status 0" ;;
    1) grep -q '^slot-trace: cut.csv' err || echo "cut at $i: no message" ;;
    *) echo "cut at $i: status $status" ;;
    esac
    i=$((i + 7))
done
echo done
