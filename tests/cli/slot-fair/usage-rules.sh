# The rules of usage: what they read, what they refuse, cases, and what is carried (rule U1).
try() { echo "$*"; printf "$table" | slot-fair "$@" 2>&1 | sed 's/^slot-fair: /  /; /^try/d'; }
table='pool,shares,usage\na,1,10\nb,2,10\n'
try --rule fair-tree
try --rule usage --label site=x
try --rule fair-tre
try --rule usage --total-slots 5
try --rule usage --whole in-turn
try --rule fair-tree --phases
try --rule fair-tree --explain=c
table='pool,shares,usage\na,some,10\n'
try --rule usage
table='pool,shares,usage\na,-1,10\n'
try --rule usage
table='pool,shares,usage\na,1,\n'
try --rule usage
table='pool,shares\na,1\n'
try --rule usage
table='pool,share,usage\na,1,5\n'
try --rule fair-tree
table='pool,parent,shares,usage\na,,1,99\nb,a,,10\nc,a,3,20\n'
try --rule fair-tree
table='pool,parent,shares,usage\na,b,1,1\nb,a,1,1\n'
try --rule fair-tree
table='case_id,pool,shares,usage,note\nx,a,1,0,first\nx,b,1,0,second\ny,a,1,3,\ny,b,0,0,\n'
try --rule fair-tree
try --rule usage
try --rule usage --format jsonl
table='pool,parent,shares,usage\na,,1,1e300\n'
try --rule fair-tree
