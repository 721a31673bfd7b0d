# SPDX-License-Identifier: GPL-3.0-or-later
# Every attempt of a recorded trace is a row of the output, too.
cat >t.csv <<'END'
job_id,submit_s,kind,task_id,launch_s,finish_s,node,outcome,tag
a,0,map,0,1,3,n1,failed,p
a,,map,0,4,9,n2,done,q
END
slot-trace t.csv
slot-trace --record jobs t.csv
