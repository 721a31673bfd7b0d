# By hand: 14.29 28.57 42.86 14.29, two left over; then thirds, the one left goes in input order.
printf 'pool,demand,weight\na,99,1\nb,99,2\nc,99,3\nd,99,1\n' | slot-fair -n 100 --whole largest-remainder
printf 'pool,demand\nz,99\ny,99\nx,99\n' | slot-fair -n 100 --whole largest-remainder
