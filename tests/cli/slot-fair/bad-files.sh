try() {
    slot-fair -n 10 "$@"
    echo $?
}
: > empty.csv
try empty.csv
try missing.csv
printf 'pol,demand\na,5\n' > column.csv
try column.csv
printf 'pool,weight\na,5\n' | try
printf 'pool,demand,pool\na,5,b\n' | try
printf 'pool,demand\na,5,6\n' | try
printf 'pool,demand\na,5\n"b,5\n' | try
printf 'pool,demand\na\0,5\n' | try
printf 'case_id,pool,demand,total\n1,a,5,4\n2,a,5,\n' | slot-fair
