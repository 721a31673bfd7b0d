# The first twenty are told.
awk 'BEGIN { print "case_id,pool,demand,min_share,max_share"; for (i = 0; i < 30; i++) print i ",a,9,5,3" }' | slot-fair -n 10 > /dev/null
