slot-delay skips --nodes 100,620 --tasks 3,10,20,200 --locality 0.9,95% | cut -d, -f1,4,5,9,10
