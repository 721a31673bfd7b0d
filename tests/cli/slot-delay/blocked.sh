# ES 3.5.1: under 2 % at R = 3, L = 6, phi = 0.8.
slot-delay blocked --long-fraction 0,0.8,100% --slots-per-node 6
