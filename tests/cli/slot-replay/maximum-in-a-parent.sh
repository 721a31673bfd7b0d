# rules O6, S1: P may run 3 maps, its children p (at most 2) and q together; r is free. 8 slots: P's 3, r 5. Demands, cut at the maxima: p 2, P 3.
# Fair shares by hand: P and r weigh the same, P is cut to 3, r gets 5; inside P p is cut to 2, and half of 3 is 1.5: 1.5 each.
# Steady shares (all want all slots) are the same here.
printf 'pool,parent,max_maps\nP,,3\np,P,2\nq,P,\nr,,\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,30,10\nb,0,q,30,10\nc,0,r,30,10\n' >jobs.csv
slot-replay --nodes 1 --map-slots 8 --heartbeat 0 --pools pools.csv --record timeline --until 0 jobs.csv | cut -d, -f2,3,5,7,8
