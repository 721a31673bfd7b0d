printf 'total,pool,demand\n10,a,8\n' | slot-fair --total-slots 6
