# By hand: minimums first by running/e, ties by name: b c b c b | b a a a; 5 and then 9 slots.
printf 'pool,demand,min_share\na,10,0\nb,10,4\nc,10,2\n' > pools.csv
slot-fair -n 5 pools.csv --whole in-turn
slot-fair -n 9 pools.csv --whole in-turn
# Ties by name, whatever the order of the rows.
printf 'pool,demand\nz,99\ny,99\nx,99\n' | slot-fair -n 100 --whole in-turn
