printf 'pool,demand\na,8\nb,-8\na,9\nc,x\nd,4\n' > pools.csv
slot-fair -n 10 --rejects bad.csv pools.csv
cat bad.csv
slot-fair -n 10 --max-bad 2 pools.csv
