# A folder of applications: one page, whatever their files are called, each with its own answer as its log alone has. Logs are days of
# tests/worlds: hot-chain (without its wait of 3 s it ends a third sooner), hot-free without a wait, and chain-mixed, which cannot tell.
app() { REPLAY=slot-replay KEEP=$PWD/keep "$TOP/tests/worlds/application" "$@"; }
mkdir logs
app hot-chain 3 5 application_1_0007 ann etl 100 logs/b
app hot-free 0 5 application_1_0009 bob etl 0 logs/c
app chain-mixed 3 5 application_1_0008 ann bi 30 logs/a
slot-advise logs >page; cat page
echo the same by other names and in another order, and beside other files:
mkdir other; cp logs/a other/z; cp logs/b other/application_x.inprogress; gzip -nc logs/c >other/1.gz; echo hello >other/README.txt; : >other/_SUCCESS
slot-advise other | cmp - page && echo same
slot-advise -j 1 logs/c other/z logs/b | cmp - page && echo same
echo each as its log alone:
slot-advise --rows logs >rows.csv
for f in c a b; do slot-advise --rows logs/$f | tail -n +3 | cut -d, -f2-6,12-18; done >alone
awk -F, -v OFS=, 'NR > 1 && $0 !~ /,recorded,/' rows.csv | grep -c .; grep -c . alone
slot-advise --rows logs --format jsonl | grep '"advised":"yes"' | sed 's/"digest":"[0-9a-f]*"/"digest":""/'
echo the sum of 1s from its rows, chance by squares, cost as it is:
slot-advise --rows logs --format jsonl | grep -e '"wait":"spark:[0-9.]*s,1s,1s"' | grep -v '"advice":"cannot-tell"' | awk '
    function value(key) { match($0, "\"" key "\":[^,}]*"); return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 }
    { e = value("executor_s") / 3600; c = value("change"); s -= e * c; lo = e * (c - value("change_lo")); hi = e * (value("change_hi") - c)
      x = e * (c - value("chance_lo")); y = e * (value("chance_hi") - c); xs += x * x; ys += y * y; xo += sqrt(lo * lo - x * x); yo += sqrt(hi * hi - y * y) }
    END { printf "%.3f (%.3f %.3f)\n", s, s - sqrt(ys + yo * yo), s + sqrt(xs + xo * xo) }'
echo from rows made elsewhere:
slot-advise --rows logs/a logs/b -o 1.csv; slot-advise --rows logs/c other/1.gz logs/b -o 2.csv --format jsonl
slot-advise --from-rows 2.csv 1.csv | cmp - page && echo same
slot-advise --from-rows rows.csv | cmp - page && echo same
echo what rows have is not read once more:
sed 's/,bob,/,carl,/' rows.csv >known.csv
slot-advise --from-rows known.csv logs | grep -c carl
slot-advise --from-rows --again known.csv logs | cmp - page && echo again
slot-advise --from-rows --runs 3 known.csv logs | grep -c carl
for option in '--remote-cost 5s' '--replication 2'; do slot-advise --from-rows $option known.csv logs | grep -c carl; done
echo shared out as cells:
(echo file; ls logs/*) >files.csv
for shard in 1/2 2/2; do slot-sweep --out cells --grid files.csv --shard $shard -- slot-advise --rows --per log {file}; done
slot-sweep --out cells --grid files.csv --collect -- slot-advise --rows --per log {file} >all.csv; slot-advise --from-rows all.csv | cmp - page && echo same
echo who pays:
slot-advise --per queue --price 0.5 logs | sed -n '/^ANSWER/,/^WAITING/p; /^1 WHO/,/^$/p'
slot-advise --per log "$TOP/traces/spark-history" | sed -n '/^1 WHO/,/^$/p'
echo letters of several bytes, also where a name is cut:
sed 's/,bob,/,élodie-aux-données-du-départ-été-élevé,/' rows.csv >letters.csv; slot-advise --from-rows letters.csv | sed -n '/^1 WHO/,/^$/p'
slot-advise --html page.html logs >/dev/null; grep -c '<tr>' page.html; grep -o 'class="answer">[^.]*' page.html
echo bad ones:
printf '\202SNAPPY\000xxxxxxxxx' >logs/application_7; sed '/ExecutorAdded/d; /BlockManagerAdded/d; s/application_1_0007/application_1_0010/' logs/b >logs/d
slot-advise logs >page; echo $?; sed -n '1p; /^4 UNTOLD/,/^$/p' page
slot-advise --dialect spark logs; echo $?
slot-advise --from-rows logs/a; echo $?
slot-advise --per day logs; echo $?
slot-advise recommend other; echo $?
slot-advise rates other | grep '^jobs,'
slot-advise --rows --runs 3 logs/a logs/b -o 3.csv; slot-advise --from-rows 1.csv 3.csv | sed -n 1p
slot-advise --price 1 logs/a | sed -n 1p; cp "$TOP/traces/recorded-tasks.csv" . && slot-advise --price 1 recorded-tasks.csv | sed -n 1p; slot-advise nowhere logs/a | sed -n 1p
