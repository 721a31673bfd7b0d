# gnuplot says nothing and draws something, on every terminal.
. "$TOP/tests/cli/slot-plot/tables"
echo none >empty.csv
draw() {
    for term in svg png pdf dumb; do
        slot-plot "$@" --quiet --term $term > script.gp && gnuplot script.gp > figure || echo "$1 on $term failed"
        [ "$(wc -c < figure)" -gt "$([ $term = dumb ] && echo 100 || echo 1000)" ] || echo "$1 on $term: nothing drawn"
    done
}
draw cdf -x response_s --by pool --log x results.csv
draw scatter -x maps -y response_s --by pool --log x results.csv
draw scatter -x maps -y response_s --panel pool results.csv
draw cdf -x none empty.csv
draw line -x maps -y response_s,maps --log xy results.csv
draw line -x bin -y mean_response_s --by preset bins.csv
draw bars -x bin -y mean_response_s --by preset --log y bins.csv --overlay bins.csv
draw gains gains.csv --by preset --log y
draw buckets phases.csv --overlay pools.csv
draw timeline timeline.csv
draw gantt attempts.csv
draw heat -x wait_s -y load -z mean_response_s grid.csv
draw locality --by preset --title "it's 100%" bins.csv
grep -v ^fair gains.csv > one.csv
draw gains one.csv
