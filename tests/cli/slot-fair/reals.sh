# YARN shares memory: parts of a slot are fine, but not with --whole.
printf 'pool,demand,min_share\na,2.5,0.75\nb,4,\n' > pools.csv
slot-fair -n 3.5 pools.csv
slot-fair -n 3 --whole in-turn pools.csv
