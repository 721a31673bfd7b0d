printf 'pool,demand,min_share\na,46,50\nb,18,10\nc,28,25\nd,16,15\n' | slot-fair --total-slots 100 --explain
