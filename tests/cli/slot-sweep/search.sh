#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Searches, against what is known: a parabola whose least value is at 7, and replays of which all runs are made.
# A run's chance is the same for all values, so it moves none of them past another.
cat >parabola <<'END'
#!/bin/sh
# X SEED: (x - 7)^2 + 100, and what the run has by chance, most of it in common
awk -v x="$1" -v seed="$2" 'function chance(n) { n = sin(n * 12.9898) * 43758.5453; return n - int(n) } # -1 to 1
    BEGIN { common = 20 + 20 * chance(seed); own = 2 * chance(seed * 1000 + x)
    print "y,z\n" (x - 7) ^ 2 + 100 + common + own ",1" }'
END
chmod +x parabola
search() { slot-sweep --out cells "$@" -- ./parabola '{x}' '{seed}'; }
search --minimize y --over x=0:20 --indifference 1 >rows.csv
awk -F, 'NR == 1 { print } $NF == "chosen" { print $1, $NF } NR > 1 { n += $2 } END { print (n < 21 * 100 / 2 ? "less than half of all runs" : n) }' rows.csv
echo 'the same again, from the cells that are there, by any number of threads:'
search --minimize y --over x=0:20 --indifference 1 -j 3 2>&1 >again.csv | tail -n 1; cmp rows.csv again.csv
rm -r cells; search --minimize y --over x=0:20 --indifference 1 -j 4 --quiet >again.csv; cmp rows.csv again.csv
echo 'the greatest, over two names, and over a list:'
slot-sweep --out cells --maximize y --over x=0:10 --set more=1 --quiet -- ./parabola '{x}' '{seed}' '{more}' | grep chosen | cut -d, -f 1,2
search --minimize y --over x=2,9,20 --indifference 5% --quiet | cut -d, -f 1,9
echo 'the fewest that keep to a limit: y is 120 + (x - 7)^2 in the mean, which is 201 at 16 and 220 at 17'
search --until 'y>=210' --over x=7:40 2>said | awk -F, '{ print $1, $NF }'
sed 's/y [0-9.]* ([^)]*)/y .../' said
search --until 'y<=50' --over x=7:40 >none.csv; echo "status $?"; cut -d, -f 1,6 none.csv
search --until 'y<=5000' --over x=7:40 --quiet | cut -d, -f 1,6
echo 'nothing is sure after three runs:'
search --minimize y --over x=6:8 --indifference 0.0001 --first 2 --runs 3 2>&1 >unsure.csv | sed 's/y [0-9.]* ([^)]*)/y .../'
cut -d, -f 1,9 unsure.csv
echo 'of replays: the wait with the least mean of all 20 runs of each, and the fewest nodes'
slot-gen --preset tr-zipf30 --jobs 15 --seed 5 -o jobs.csv
replay() { slot-sweep --out replays "$@" -- slot-replay --nodes '{nodes}' --racks 3 --map-slots 2 --delay 'wait:{wait}s' \
    --penalty rack=1.5,any=2.5 --seed '{seed}' --jitter 60s --record summary jobs.csv; }
replay --minimize mean_response_s --over nodes=12 --over wait=0:12:2 --runs 20 --indifference 5 --quiet >rows.csv
replay --over nodes=12 --over wait=0:12:2 --runs 20 | slot-stats --by wait --col mean_response_s --sort mean_response_s -C wait,mean_response_s >all.csv
awk -F, 'NR == FNR { if ($NF == "chosen") chosen = $2; next } FNR == 1 { next } { mean[$1] = $2; if (least == "" || $2 < least) least = $2 }
    END { print (mean[chosen] < least + 5 ? "as good as the best of all runs" : chosen " is not the best") }' rows.csv all.csv
replay --until 'p95_response_s<=500' --over nodes=6:30 --over wait=1 --runs 20 --quiet >rows.csv
replay --over nodes=6:30 --over wait=1 --runs 20 | slot-stats --by nodes --col p95_response_s -C nodes,mean_p95_response_s >all.csv
awk -F, 'NR == FNR { if ($NF == "chosen") chosen = $1; next } FNR > 1 && $2 <= 500 && first == "" { first = $1 }
    END { print (first == chosen ? "the first of all runs" : chosen " and not " first) }' rows.csv all.csv
echo 'mistakes:'
search --minimize w --over x=1:3; echo "status $?"
search --minimize y --maximize z --over x=1:3; echo "status $?"
search --until y --over x=1:3; echo "status $?"
search --until 'y<=1' --set x=1,2; echo "status $?"
slot-sweep --out cells --until 'y<=1' --over x=1:3 --set u=1,2 -- ./parabola '{x}' '{seed}' '{u}'; echo "status $?"
search --minimize y --over x=1:3 --collect; echo "status $?"
search --minimize y --over x=1:3 --runs 5; echo "status $?"
search --minimize y --over x=a; echo "status $?"
search --minimize y --over x=1,1; echo "status $?"
search --minimize y --over x=1:3 --indifference 0; echo "status $?"
slot-sweep --out c --minimize a --over x=1:3 -- sh -c 'printf "a\n{x}\n{seed}\n"'; echo "status $?"
slot-sweep --out d --minimize a --over x=1:3 -- sh -c 'printf "a\n\"\"\n" # {x} {seed}'; echo "status $?"
slot-sweep --out e --minimize a --over x=1:3 -- sh -c 'exit {x}; {seed}' 2>&1 | tail -n 1
slot-sweep --out f --minimize a --over x=1:3 -- sh -c 'printf "a\n{x}\n"'; echo "status $?"
slot-sweep --out g --over x=1:2 -- sh -c 'printf "a\n{x}\n"'
