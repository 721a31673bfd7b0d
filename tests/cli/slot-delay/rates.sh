# Made so that times in the rack are 1.2 and off it 1.5 times those at the node, all varying by the factors 0.8 and 1.25. Welch
# over three stages of 10 + 8 and 10 + 6 tasks, worked out apart from the program: standard errors of the logarithm 0.0649252 and
# 0.0718591, 45.13 and 30.98 degrees of freedom, so t = 2.0139 and 2.0395: 1.0529 to 1.3676 and 1.2955 to 1.7368.
slot-delay rates "$TOP/traces/recorded-tasks.csv"
