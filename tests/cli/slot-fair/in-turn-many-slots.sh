# By hand: 5 by minimum, 999,999,995 = 3 * 333,333,331 + 2, and the two go to a and b.
printf 'pool,demand,weight,min_share\na,4e9,1,0\nb,4e9,2,0\nc,4e9,0,0\nd,7,0,5\n' | slot-fair -n 1e9 --whole in-turn
