slot-delay bound --nodes 5 --tasks 5,6 --skips 1
