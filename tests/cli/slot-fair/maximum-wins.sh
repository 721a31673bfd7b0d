printf 'pool,demand,min_share,max_share\na,50,30,20\nb,50,,\n' | slot-fair -n 60
