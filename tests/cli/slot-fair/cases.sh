# Each case by itself; a total in any of its rows is that of the case, --total-slots is for those without.
printf 'case_id,total,pool,demand\n1,10,a,8\n1,,b,8\n2,,a,8\n2,,b,8\nthree,5,b,1\n' | slot-fair --total-slots 6
