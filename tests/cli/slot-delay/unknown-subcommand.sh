slot-delay bund --nodes 3
