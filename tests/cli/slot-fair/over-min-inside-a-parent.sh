printf 'pool,parent,demand,min_share\np,,,\na,p,40,30\nb,p,40,30\nq,,90,\n' | slot-fair -n 60
printf 'pool,parent,demand,min_share\np,,,\na,p,40,30\nb,p,40,30\nq,,90,\n' | slot-fair -n 60 --quiet | tail -n 1
