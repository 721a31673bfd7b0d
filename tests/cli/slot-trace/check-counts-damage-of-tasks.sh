# SPDX-License-Identifier: GPL-3.0-or-later
cat >tasks.csv <<'END'
job_id,submit_s,stage,parents,kind,task_id,duration_s,launch_s,finish_s
a,0,0,,task,0,1,,
a,,0,,task,0,1,,
a,,1,9,task,0,1,,
b,1,0,,task,0,,5,4
b,1,0,,task,1,1,,
b,2,0,,task,2,1,,
a,1,0,,task,0,1,,
c,3,0,,task,0
END
slot-trace --check tasks.csv
