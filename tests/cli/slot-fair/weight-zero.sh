# Takes part only when all others have what they ask for; equals then.
printf 'pool,demand,weight\na,30,0\nb,10,1\nc,30,0\n' > pools.csv
slot-fair -n 10 pools.csv
slot-fair -n 30 pools.csv
