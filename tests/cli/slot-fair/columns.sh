# In any order; unknown ones are carried through, byte for byte; what an earlier run made is made anew.
printf 'note,demand,bound_by,pool,weight,fair_share\n"x, ""y""",1e1,old,a,2.50,9\n007,0010.0,old,"b\nc",,9\n' | slot-fair -n 7
