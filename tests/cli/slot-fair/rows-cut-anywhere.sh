# Cut at any byte: a row lost or a clear message, never a crash.
printf 'pool,parent,demand,weight\n"a",,50,1.5\nb,a,20,2\n' > whole.csv
size=$(wc -c < whole.csv)
n=0
while [ $n -le $size ]
do
    head -c $n whole.csv | slot-fair -n 10 > /dev/null 2> message
    status=$?
    [ $status -le 1 ] || echo "$n bytes: exit $status"
    [ $status -eq 0 ] || grep -q '^slot-fair: standard input' message || echo "$n bytes: $(cat message)"
    n=$((n + 1))
done
