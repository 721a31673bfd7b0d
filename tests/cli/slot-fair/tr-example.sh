# TR 3.1: 100 slots, min 50,10,25,15, demand 46,18,28,16 gives 46,14,25,15.
printf 'pool,demand,min_share\na,46,50\nb,18,10\nc,28,25\nd,16,15\n' | slot-fair --total-slots 100
