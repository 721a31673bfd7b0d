# SPDX-License-Identifier: GPL-3.0-or-later
cat >jobs.csv <<'END'
job_id,submit_s,maps,map_s,after_job
a,5,1,2,
b,3,2,2,
c,,1,1,zz
a,6,1,1,
d,7,0,1,
e,-1,1,1,
f,x,1,1,
g,8,1,,
h,9,1,1,i
i,,1,1,h
END
slot-trace --check jobs.csv
echo "exit $?"
slot-trace --check --max-bad 9 jobs.csv >/dev/null
