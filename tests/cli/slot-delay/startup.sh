# ES 3.2: F T / S = 50 x 20 / 1000.
slot-delay startup --share 50,1000 --task-time 20s --total-slots 1000
