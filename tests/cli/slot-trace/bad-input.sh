# SPDX-License-Identifier: GPL-3.0-or-later
# Each is refused with file, line and column, exit 1, and nothing is left behind.
try() { cat >in.csv; slot-trace -o out.csv in.csv; echo "exit $?"; }
h=job_id,submit_s,maps,map_s
try </dev/null 2>&1
echo "job_id,submit_s,maps" | try 2>&1
printf '%s\na,0,1,12.5x\n' $h | try 2>&1
printf '%s\na,-5,1,1\n' $h | try 2>&1
printf '%s\na,1e300,1,1\n' $h | try 2>&1
printf '%s\na,0,-1,1\n' $h | try 2>&1
printf '%s\na,0,1.5,1\n' $h | try 2>&1
printf '%s\na,0,0,1\n' $h | try 2>&1
printf '%s\n,0,1,1\n' $h | try 2>&1
printf '%s\na,0,1\n' $h | try 2>&1
printf '%s\na,0,1,"1\n' $h | try 2>&1
printf '%s\na\000,0,1,1\n' $h | try 2>&1
printf '%s\na,0,400000000,1\n' $h | try 2>&1
printf '%s,weight\na,0,1,1,0\n' $h | try 2>&1
printf '%s,priority\na,0,1,1,hihg\n' $h | try 2>&1
printf '%s\n' $h | gzip | head -c 20 | try 2>&1
ls
