# SPDX-License-Identifier: GPL-3.0-or-later
printf 'job_id,submit_s,maps,map_s\na,0,1,1\na,1,1,1\n' >jobs.csv
slot-trace --record tasks -o out.csv jobs.csv
