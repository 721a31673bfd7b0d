# Full pools have no level; a parent's phases are of what it has in the end.
printf 'case_id,total,pool,parent,demand,min_share\n1,10,a,,3,\n2,10,p,,,\n2,10,q,p,9,2\n2,,r,p,9,\n2,,s,,9,4\n' | slot-fair --phases
