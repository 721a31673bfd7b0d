# SPDX-License-Identifier: GPL-3.0-or-later
# Expanding and summing up again keeps counts, bytes and, without a spread, times.
printf 'job_id,submit_s,pool,maps,map_s,reduces,copy_s,reduce_s,input_bytes,shuffle_bytes\na,0,p,3,1.5,2,4,5,100,7\n' >jobs.csv
slot-trace --record tasks jobs.csv
slot-trace --record tasks jobs.csv | slot-trace --record jobs
