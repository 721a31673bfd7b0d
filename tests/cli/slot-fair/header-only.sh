# No pools: no shares.
echo pool,demand,weight | slot-fair -n 3 --whole in-turn
