slot-delay
