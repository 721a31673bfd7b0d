# Ends quietly.
slot-delay bound --nodes 1000 --tasks 1:100:1 --skips 1:1000:1 | head -n 1
