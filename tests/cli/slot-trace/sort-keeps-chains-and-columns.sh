# SPDX-License-Identifier: GPL-3.0-or-later
printf 'job_id,submit_s,maps,map_s,after_job,note\na,5,1,2,,hello\nb,3,2,2,,"x,y"\nc,,1,1,b,z\nd,4,1,1,,\n' | slot-trace --sort
