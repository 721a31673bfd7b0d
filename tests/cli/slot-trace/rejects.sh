# SPDX-License-Identifier: GPL-3.0-or-later
# Bad rows go to the file with the header of the input; the others pass.
printf 'job_id,submit_s,maps,map_s\na,0,1,2\nb,x,2,2\nc,1,0,1\nd,-1,1,1\ne,2,1\nf,3,1,1\n' >jobs.csv
slot-trace --rejects bad.csv jobs.csv
cat bad.csv
slot-trace --max-bad 3 jobs.csv -o out.csv
echo "exit $?"
ls
