# SPDX-License-Identifier: GPL-3.0-or-later
printf 'job_id,submit_s,maps,map_s\na,5,1,2\nb,3,2,2\n' >jobs.csv
slot-trace jobs.csv
