# All attempts failed: of no wait is it known what it changes, and no penalty makes one pay or not. Near and far tasks are known.
awk 'BEGIN { print "job_id,submit_s,task_id,node,rack,launch_s,finish_s,outcome,hosts"
    for (j = 0; j < 40; j++) for (t = 0; t < 4; t++) {
        n = (j + t) % 5; s = j * 7 + t * (j % 3)
        printf "j%d,%d,%d,n%d,r%d,%d,%d,failed,n%d\n", j, j * 7, t, n, n % 2, s, s + 5 + j * t % 7, (j * 2 + t) % 5
    } }' >failed.csv
slot-advise --html page.html failed.csv | grep -v '^[12] \|^AGAIN'
grep -c '^<td>?</td>$' page.html
grep -c nan page.html
