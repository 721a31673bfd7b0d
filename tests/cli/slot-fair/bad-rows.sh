# A message with file, line and column each, exit 1, nothing on standard output.
try() {
    printf "$1" > pools.csv
    shift
    slot-fair -n 10 "$@" pools.csv
    echo $?
}
try 'pool,demand\na,-1\n'
try 'pool,demand\na,nan\n'
try 'pool,demand\na,inf\n'
try 'pool,demand\na,12x\n'
try 'pool,demand\na,1e400\n'
try 'pool,demand\na,1e17\n'
try 'pool,demand\na,\n'
try 'pool,demand\n,5\n'
try 'pool,demand,weight\na,5,-2\n'
try 'pool,demand,weight\na,5,1e-9\n'
try 'pool,demand,weight\na,5,1e10\n'
try 'pool,demand,min_share\na,5,-2\n'
try 'pool,demand,max_share\na,5,-2\n'
try 'pool,demand,max_share\na,5,1e99\n'
try 'pool,demand,total\na,5,-2\n'
try 'pool,demand,total\na,5,20\nb,5,21\n'
try 'pool,demand\na,5\nb,6\na,7\n'
try 'pool,demand,parent\na,5,\nb,5,row 7\n'
try 'pool,demand,parent\nads,5,\nb,5,asd\n'
try 'pool,demand,parent\na,5,a\n'
try 'pool,demand,parent\nx,5,c\na,5,b\nb,5,c\nc,5,a\n'
try 'case_id,pool,demand,parent\n1,a,5,\n2,b,5,a\n'
try 'case_id,pool,demand\n1,a,5\n2,a,5\n1,b,5\n'
try 'case_id,pool,demand\n,a,5\n'
try 'pool,demand,max_share\na,5,1.5\n' --whole in-turn
try 'pool,demand,total\na,5,1.5\n' --whole largest-remainder
