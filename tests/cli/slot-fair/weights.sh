# By hand: 5 is all c asks for; 95 in the ratio 1 : 2.
printf 'pool,demand,weight\na,90,1\nb,90,2\nc,5,1\n' | slot-fair --total-slots 100
