# SPDX-License-Identifier: GPL-3.0-or-later
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' | gzip >a.csv.gz
printf 'map_s,job_id,submit_s,maps\n2,b,1,1\n' >b.csv
slot-trace a.csv.gz b.csv
printf 'job_id,submit_s,maps,map_s,note\nc,2,1,1,x\n' >c.csv
slot-trace -o out.csv b.csv c.csv || echo "exit $?"
printf 'job_id,submit_s,duration_s\nc,2,1\n' >t.csv
slot-trace -o out.csv b.csv t.csv || echo "exit $?"
slot-trace -o out.csv b.csv a.csv.gz || echo "exit $?"
ls
# The line of the header, behind a comment.
{ echo '# a note'; cat c.csv; } >noted.csv
slot-trace -o out.csv b.csv noted.csv || echo "exit $?"
