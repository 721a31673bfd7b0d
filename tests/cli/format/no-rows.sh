# SPDX-License-Identifier: GPL-3.0-or-later
# A header without rows: what a filter leaves that finds nothing. Each program says so and ends with 0; nothing at all is an error in each.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
head -n 1 jobs.csv >none.csv
slot-replay --nodes 1 jobs.csv >all.csv
head -n 1 all.csv >results.csv
printf 'pool,demand\n' >pools.csv
: >empty
status() { "$@" >out; echo "$1 $? $(wc -l <out)"; }
each() {
    status slot-trace "$1"
    status slot-trace --info "$1"
    status slot-replay --nodes 1 "$1"
    status slot-replay --nodes 1 --record summary "$1"
    status slot-fair --total-slots 4 "$2"
    status slot-stats "$3"
    status slot-stats --by pool "$3"
    status slot-stats --cdf response_s "$3"
    status slot-plot cdf -x response_s "$3"
}
each none.csv pools.csv results.csv 2>&1
echo == nothing at all
each empty empty empty 2>&1
echo == what would be a judgement of nothing
status slot-stats --compare all.csv results.csv 2>&1
status slot-stats --compare results.csv all.csv 2>&1
status slot-stats --compare all.csv --fail-if-slower 5% results.csv 2>&1
head -n 1 "$TOP/traces/recorded-tasks.csv" >attempts.csv
status slot-advise attempts.csv 2>&1
status slot-advise --rows attempts.csv 2>&1
status slot-replay --as-recorded attempts.csv 2>&1
