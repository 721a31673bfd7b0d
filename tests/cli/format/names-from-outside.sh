# What a trace calls its jobs, pools and nodes reaches a terminal, a figure, a page and JSON as text and as nothing else: no
# control character passes, nothing is run, and no name ends what it stands in.
awk 'BEGIN {
    n = split("a\033[31mred|q\"uote|it'"'"'s|two\nlines|'"'"'; system \"touch x\"|'"''"'x'"''"'y'"''"'|{/Symbol a}|$(touch x)|`touch x`|</script><b>&amp;|" \
        "back\\slash\\n|tab\there|bell\007|c1\302\23331m|; touch x|%s%n%5.2f|-o|=cmd|_sub^sup@sw_svg|del\177|\\|#EOD|@sw_svg", name, "|")
    for (i = 1; i <= n; i++) { gsub(/"/, "\"\"", name[i]); name[i] = "\"" name[i] "\"" }
    print "job_id,submit_s,pool,user,maps,map_s" >"jobs.csv"
    print "node,rack,slots" >"cluster.csv"
    print "pool,demand,weight" >"pools.csv"
    print "name,value" >"few.csv"
    for (i = 1; i <= n; i++) {
        print name[i] "," i "," name[(i + 3) % n + 1] "," name[(i + 5) % n + 1] "," 2 + i % 5 ",7" >"jobs.csv"
        print name[i] "," name[(i + 4) % n + 1] ",2" >"cluster.csv"
        print name[i] "," 5 + i ",1" >"pools.csv"
        if (i % 2) print name[i] "," i >"few.csv"
    }
}'
controls() { echo "$1: $(LC_ALL=C tr -d '\n\t' | LC_ALL=C sed 's/\xc2[\x80-\x9f]/\x01/g' | LC_ALL=C tr -dc '\000-\037\177' | wc -c) control characters"; }
red=$(printf 'a\033[31mred')
lines=$(printf 'two\nlines')
slot-replay --cluster cluster.csv --order hfs --delay wait:5s --attempts log.csv --timeline t.csv jobs.csv >done.csv
cut -d, -f1 done.csv | grep -cF "$red"
slot-replay --cluster cluster.csv --pretty jobs.csv | controls pretty
slot-replay --cluster cluster.csv --pretty jobs.csv | wc -l
slot-replay --cluster cluster.csv --explain "$red" jobs.csv | controls explain
slot-replay --cluster cluster.csv --explain "not $red" jobs.csv 2>&1 | cat -v
slot-replay --cluster cluster.csv "$red.csv" 2>&1 | cat -v
slot-stats --by pool --pretty done.csv | controls stats
slot-stats --compare done.csv --words done.csv | controls words
slot-fair --total-slots 50 --explain pools.csv | controls shares
slot-fair --total-slots 50 --explain="$lines" --against "$red" pools.csv | grep -E '^(Steady|two|a.*has)'
slot-advise --quiet --preset hfs --cluster cluster.csv --html page.html log.csv | controls page
controls html <page.html
grep -c '<b>' page.html
slot-sweep --quiet --out cells --set "v=$red" -- sh -c 'exit 3 # {v}' 2>&1 | grep cell | sed 's/cell [0-9a-f]*/cell ID/' | cat -v
echo '--- JSON: the names come back'
slot-replay --cluster cluster.csv --format jsonl jobs.csv >done.jsonl
controls JSON <done.jsonl
slot-stats --col maps --by job_id done.jsonl | sort >from-json
slot-stats --col maps --by job_id done.csv | sort | cmp from-json - && echo same
echo '--- figures'
draw() { slot-plot "$@" >script && controls "$1" <script && gnuplot script >figure.svg 2>err; echo "gnuplot $?"; cat err; grep -c '</svg>' figure.svg; }
draw gantt log.csv
draw timeline t.csv
draw heat -x pool -y user -z response_s done.csv
draw pareto -x submit_s -y response_s -z pool done.csv
draw bars -x name -y value few.csv
draw bars -x value -y value --by name few.csv
slot-plot bars -x name -y value --term dumb few.csv | gnuplot
slot-plot cdf -x value --title "'; system \"touch x\"" --xlabel '`touch x` @sw_svg' --term dumb few.csv | gnuplot | grep -E 'touch'
ls | grep -x x || echo nothing was run
# A single byte that an 8-bit terminal takes for the start of an escape sequence.
printf 'pool,demand\na\23331m,6\nb,9\n' | slot-fair --total-slots 10 --explain | tail -n 2
printf 'pool,demand\na\23331m,6\nb,9\n' | slot-fair --total-slots 10 --pretty | head -n 2 | cut -c 1-8
