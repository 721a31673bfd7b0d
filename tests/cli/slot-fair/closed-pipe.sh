# Ends quietly.
awk 'BEGIN { print "pool,demand"; for (i = 0; i < 50000; i++) print "p" i ",5" }' > pools.csv
slot-fair -n 10 pools.csv | head -n 1
