# Every combination; the last column varies fastest, whatever the order of the options.
slot-delay bound --skips 1:3:1 --tasks 1,2 --nodes 10,20 | cut -d, -f1,4,5
