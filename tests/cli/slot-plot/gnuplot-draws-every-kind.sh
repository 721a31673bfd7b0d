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
# Other terminals: LaTeX's, and the reader's own. An interval of a time ends at 0, and what is drawn over has its name.
slot-plot scatter -x maps -y response_s --term tikz results.csv | gnuplot | grep -c tikzpicture
slot-plot scatter -x maps -y response_s --term epslatex --figure f.tex results.csv | gnuplot && grep -c picture f.tex
slot-plot scatter -x maps -y response_s --term keep results.csv | grep -c 'set terminal'
printf 'x,y_s,y_lo_s,y_hi_s\na,1500,-14510,17510\nb,-2,-3,1\n' >times.csv
slot-plot bars -x x -y y_s --overlay "as published=times.csv" times.csv | grep -e '^[01]	' -e 'as published'
