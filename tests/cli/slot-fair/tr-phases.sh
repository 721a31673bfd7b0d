# TR 3.1, figure 3: 46,0,0,0; 46,10,25,15; 46,14,25,15.
printf 'pool,demand,min_share\na,46,50\nb,18,10\nc,28,25\nd,16,15\n' | slot-fair --total-slots 100 --phases
echo '--- the level is that of the pools that want more: a has its 2 from the first phase on'
printf 'pool,demand,min_share\na,2,10\nb,50,10\n' | slot-fair --total-slots 30 --phases
