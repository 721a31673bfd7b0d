# Two days of five applications by name, made on tests/worlds: under a wait of 3 s, then without one. By truth.csv hot-chain ends 32 % sooner for that,
# hot-free 40 %, chain-2.4 25 %, chain-mixed 7 %; bi has another number of tasks after, and is told apart. The interval is Student's t over the logarithms
# of the four, which awk computes again from the rows: t(0.975, 3) = 3.182.
app() { REPLAY=slot-replay KEEP=$PWD/keep "$TOP/tests/worlds/application" "$@"; }
mkdir monday tuesday
n=0
for w in hot-chain hot-free chain-2.4 chain-mixed; do
    n=$((n + 1))
    app $w 3 5 application_1_$n ann q $n monday/$w; app $w 0 6 application_2_$n ann q $((86400 + n)) tuesday/$w
done
app hot-chain 3 7 application_1_9 ann q 9 bi && sed 's/"App Name":"hot-chain"/"App Name":"bi"/' bi >monday/bi
app hot-free 0 7 application_2_9 ann q 86409 bi && sed '/"Job ID":1[0-3],/,$d; s/"App Name":"hot-free"/"App Name":"bi"/' bi >tuesday/bi
app hot-free 3 9 application_1_8 ann q 10 monday/alone && sed -i 's/"App Name":"hot-free"/"App Name":"alone"/' monday/alone
slot-advise --before monday --after tuesday >page; cat page
slot-advise --rows monday -o 1.csv; slot-advise --rows --format jsonl tuesday -o 2.jsonl
slot-advise --before 1.csv --after 2.jsonl | cmp - page && echo 'the same of rows'
for f in 1.csv; do slot-advise --rows --format jsonl monday; cat 2.jsonl; done | grep '"role":"recorded"' | grep -v -e '"bi"' -e '"alone"' |
    sed 's/.*"application":"\([^"]*\)".*"span_s":\([0-9.]*\).*/\1 \2/' | awk '$1 in a { x = log($2 / a[$1]); n++; s += x; q += x * x } { a[$1] = $2 }
    END { sd = sqrt((q - s * s / n) / (n - 1)); h = 3.182446 * sd / sqrt(n); printf "%.1f %.1f %.1f\n", 100 * (exp(s / n) - 1), 100 * (exp(s / n - h) - 1), 100 * (exp(s / n + h) - 1) }'
slot-advise --before monday --after tuesday --html page.html >/dev/null; grep -c '<tr>' page.html
mkdir other && cp tuesday/bi other && slot-advise --before monday --after other | sed -n 3,4p
slot-advise --before tuesday/hot-free --after monday/alone | sed -n 3p
slot-advise --before monday; echo $?
slot-advise --before monday --after tuesday --rows; echo $?
cp -r "$TOP/traces/jhist" . && slot-advise --before monday --after jhist; echo $?
