# ES 3.5: 0.23 M, and at L = 8 2.8 % of a task (0.0289, cut). skips_algorithm 28 is also what a Markov chain over
# (tasks left, skip count), solved in Python, gives.
slot-delay skips --nodes 100 --slots-per-node 8 --tasks 20 --locality 95% --task-time 20s
