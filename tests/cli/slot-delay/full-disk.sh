slot-delay bound --nodes 10 --tasks 1 --skips 1 > /dev/full
