# D = 185 is what a Markov chain in Python gives for algorithm 2 (the bound: 144); W1 = 185/27 s.
slot-delay recommend --nodes 620 --tasks 20 --release-rate 27 --remote-cost 10s
