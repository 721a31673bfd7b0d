# The line AGAIN, typed as it stands, gives the row of its wait: here 95 % of the jobs and their mean of the wait in force.
LOG=$TOP/traces/recorded-tasks.csv
slot-advise "$LOG" >page.txt
grep ' now ' page.txt | tr -s ' ' | cut -d' ' -f4,5
line=$(sed -n 's/^AGAIN *//p' page.txt | sed 's/LOG$//')
$line --quiet --record summary "$LOG" | awk -F, 'NR == 2 { printf "%.1f %.1f\n", $6, $4 }'
# Where the days draw hosts, it cannot, and the page says so.
slot-advise "$TOP/traces/spark-day.zst" | tr -s ' \n' ' ' | grep -o 'drawn again each day[^.]*'
