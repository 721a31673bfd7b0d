# An inner pool's demand is its children's; one that says otherwise is not used. The sum, cut or not, agrees.
printf 'pool,parent,demand,max_share\np,,50,\na,p,40,\nb,p,40,30\n' | slot-fair -n 100
printf 'pool,parent,demand,max_share\np,,70,60\na,p,40,\nb,p,40,30\n' | slot-fair -n 100
printf 'pool,parent,demand,max_share\np,,60,60\na,p,40,\nb,p,40,30\n' | slot-fair -n 100
