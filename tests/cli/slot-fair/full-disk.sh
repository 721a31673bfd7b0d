printf 'pool,demand\na,5\n' | slot-fair -n 10 > /dev/full
