# M = 2, R = 1, N = 1: algorithm 2 is local with 1/2 at D = 0 and 3/4 at D = 1; D = 4 of 2x2 slots is a task length.
slot-delay bound --nodes 2 --slots-per-node 2 --replication 1 --tasks 1 --skips 0,1,4 --task-time 1m
