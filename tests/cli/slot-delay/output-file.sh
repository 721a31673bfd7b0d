slot-delay bound --nodes 10 --tasks 1 --skips 1 -o out.csv && cat out.csv
