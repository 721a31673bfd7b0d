# 0.07 x 100 is 7 although its product in binary is above; 0.23 x 620 = 142.6 is rounded up; ranges of multiples.
slot-delay bound --nodes 100,620 --tasks 1 --skips 0.07x,0.23x,5,0:1x:0.5x | cut -d, -f1,5
