# ES section 4: scaled down evenly, with a warning.
printf 'pool,demand,min_share\na,100,60\nb,100,60\nc,100,\n' | slot-fair -n 60
