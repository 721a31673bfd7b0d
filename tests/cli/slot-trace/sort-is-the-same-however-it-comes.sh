# SPDX-License-Identifier: GPL-3.0-or-later
# A file in order passes through after a first reading, a pipe is held and sorted.
same() { slot-trace --sort $1 in.csv >file.csv && slot-trace --sort $1 <in.csv | cat | cmp - file.csv && head -n 4 file.csv | cut -d, -f1,2; }
slot-gen --jobs 500 --maps 3 --pool-names 4 >in.csv
same
slot-gen --jobs 500 --maps 3 --pool-names 4 | awk -F, 'NR == 1 { print; next } { print $2 * 7919 % 1009 "\t" $0 | "sort -n | cut -f2-" }' >in.csv
same
slot-trace --sort in.csv | slot-trace --check
slot-trace --record tasks in.csv >tasks.csv 2>/dev/null || slot-trace --record tasks --sort in.csv >tasks.csv
mv tasks.csv in.csv
same --seed=3
slot-gen --jobs 30 --maps 3 --arrival closed:5,10s >in.csv
same
# What is wrong is said with its line, and once.
printf 'job_id,submit_s,maps,map_s,what\na,1,1,1,\nb,2,x,1,\n' >in.csv
slot-trace --sort in.csv 2>&1; echo "exit $?"
printf 'job_id,submit_s,maps,map_s,what\nb,2,1,1,\na,1,x,1,\nc,0,1,1,\n' >in.csv
slot-trace --sort --rejects=bad.csv in.csv 2>&1
cat bad.csv
