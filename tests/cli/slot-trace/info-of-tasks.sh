# SPDX-License-Identifier: GPL-3.0-or-later
cat >t.csv <<'END'
job_id,submit_s,kind,task_id,launch_s,finish_s,locality,outcome
a,0,map,0,1,3,any,failed
a,,map,0,4,9,node,done
b,7,map,0,7,8,rack,done
END
slot-trace --info t.csv
