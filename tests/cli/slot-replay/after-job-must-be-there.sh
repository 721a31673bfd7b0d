# rule J1: the job named must be in the system when the row is read, which is when the row above with a time is submitted. Not there: a job that has
# ended (e's row is read at 20), one further down, the job itself, two in a circle, one that never was.
h=job_id,submit_s,maps,map_s,after_job
try() { { echo $h; cat; } >jobs.csv; slot-replay --nodes 1 --heartbeat 0 jobs.csv 2>&1 >/dev/null; echo "exit $?"; }
printf 'a,0,1,10,\nd,20,1,10,\ne,,1,10,a\n' | try
printf 'a,0,1,10,\ne,,1,10,d\nd,20,1,10,\n' | try
printf 'a,0,1,10,\ne,,1,10,e\n' | try
printf 'a,0,1,10,\nb,,1,10,c\nc,,1,10,b\n' | try
printf 'a,0,1,10,\nb,,1,10,nobody\n' | try
