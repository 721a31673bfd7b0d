slot-delay zzzzzzzz --nodes 3
slot-delay bund --nodes 3
