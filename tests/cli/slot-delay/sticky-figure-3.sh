# ES figure 3, R = 3: the bounds at L = 1, 4, 6, 8 for 5 to 50 jobs of equal share.
slot-delay sticky --jobs 5,10,15,20,30,50 --slots-per-node 1,4,6,8 | cut -d, -f2,4,6
