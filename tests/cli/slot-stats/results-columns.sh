# SPDX-License-Identifier: GPL-3.0-or-later
# A result's column a slip away from a known one went without a word, and its numbers with it. Times and counts that are negative, or
# past the end of time, went into the means.
printf 'job_id,submit_s,finish_s,response_s,maps,reduces,map_tasks_run,nod_local,rack_local,off_rack\na,0,10,10,2,0,2,1,1,0\nb,5,25,20,2,0,2,2,0,0\n' >slip.csv
slot-stats slip.csv | cut -d, -f1,8
sed 's/nod_local/node_local/; s/,20,2/,-20,2/' slip.csv >negative.csv
slot-stats negative.csv
slot-stats --cdf response_s negative.csv
slot-plot cdf -x response_s negative.csv
sed 's/nod_local/node_local/; s/,20,2/,1e300,2/' slip.csv | slot-stats
sed 's/nod_local/node_local/; s/,20,2/,20,1e30/' slip.csv | slot-stats
# Of columns that no record has, any number may be one.
printf 'x\n-1e300\n' | slot-stats --col x | cut -d, -f3
# An attempt that is there twice takes two slots.
printf 'job_id,submit_s,maps,map_s\na,0,4,10\n' | slot-replay --quiet --nodes 2 --record attempts >once.csv
sed 2p once.csv | slot-replay --validate
sed 2p once.csv | slot-trace --check
