# By hand, rule D13.4: job b holds the four slots of n1 and the one of n2. At 4 its first task ends: b is long, n1 runs 3 of its tasks, n2 one,
# and 3 is above the mean of 2, so n1 is crowded. Job a has a task with a host, n1, and one without. Without --balance-long its task 0
# takes the slot of n1 at 4, near its data; with it task 1 does, and task 0 comes at 9. No wait is in force.
printf 'node,rack,slots\nn1,r1,4\nn2,r1,1\n' >cluster.csv
{
    echo job_id,submit_s,task_id,duration_s,hosts
    printf 'b,0,0,4,n1\nb,0,1,9,n1\nb,0,2,9,n1\nb,0,3,9,n1\nb,0,4,9,n2\n'
    printf 'a,1,0,5,n1\na,1,1,5,\n'
} >tasks.csv
for option in '' '--balance-long 1s'; do
    echo "${option:-nothing}:"
    slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --delay none $option --record attempts tasks.csv |
        cut -d, -f 1,4,7,9,11 | grep ^a
done
# Blocks that are placed are of each map or of none: there it does nothing.
slot-gen --jobs 5 >jobs.csv
slot-replay --nodes 5 --delay none --balance-long 1s jobs.csv >results.csv
slot-replay --nodes 5 --delay none jobs.csv | cmp - results.csv
