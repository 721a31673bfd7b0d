# SPDX-License-Identifier: GPL-3.0-or-later
# world.sh - for the scripts beside it: a world of worlds.csv, a day of it, the day's schedule under a wait, its log.
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
LC_ALL=C
export LC_ALL
: "${B:=$top/build/release}" "${SPECS:=$here/worlds.csv}" "${KEEP:=$top/build/worlds}"
case $B in /*) ;; *) B=$top/$B ;; esac
case $KEEP in /*) ;; *) KEEP=$top/$KEEP ;; esac
: "${REPLAY:=$B/tests/naive/naive-replay}"

worlds() { awk -F, 'NR > 1 { print $1 }' "$SPECS"; }

# world NAME: its row, as variables.
world()
{
    row=$(awk -F, -v name="$1" '$1 == name' "$SPECS")
    [ -n "$row" ] || { echo "no such world: '$1'" >&2; return 1; }
    IFS=, read -r name kind system form cluster jobs data price logs waits told what <<END
$row
END
    key="$name,$system,$cluster,$jobs,$data,$price" # what its days depend on
    dynamic=$(echo "$cluster" | sed -n 's/.*dyn=\([^ ]*\).*/\1/p')
    case $jobs in *stream=*) streams=yes ;; *) streams= ;; esac
    # A chain alone is judged by its end, all else by the mean response.
    case $jobs in *\;*) goal=mean ;; chain=*) goal=end ;; *) goal=mean ;; esac
    case $waits,$system in
    ,spark*) waits='0 1 2 3 5 10 30' ;;
    ,yarn-fair) waits='none 0 0.1 0.25 0.5 0.75 1' ;;
    ,yarn-time) waits='0 1 2 3 5 10 30' ;;
    ,capacity) waits='0 10 20 40' ;;
    ,hfs) waits='none 1 2 3 5 10 30' ;;
    esac
}

# delay WAIT: a wait as the table has it, as --delay takes it.
delay()
{
    case $system,$1 in
    spark*,*:*) echo "spark:$(echo "$1" | tr : ,)" ;; # process:node:rack
    yarn-fair,*:*) echo "yarn:$(echo "$1" | tr : ,)" ;;
    yarn-time,*:*|capacity,*:*) echo "$system:$(echo "$1" | tr : ,)" ;;
    hfs,*:*) echo "wait:$(echo "$1" | tr : ,),shipped" ;;
    spark*) echo "spark:$1,$1,$1" ;;
    yarn-fair,none) echo yarn:-1,-1 ;;
    yarn-fair,*) echo "yarn:$1,$1" ;;
    yarn-time,*) echo "yarn-time:$1,$1" ;;
    capacity,*) echo "capacity:$1" ;;
    hfs,none) echo none ;;
    hfs,*) echo "wait:$1,$1,shipped" ;;
    esac
}

# day N FOLDER: what happens on day N of the world, whatever the wait.
day()
{
    mkdir -p "$2" && rm -f "$2"/*.csv || return 1
    awk -v world="$name" -v day="$1" -v out="$2" -v moves="$moves" -v late="$late" -f "$here/day.awk" "$SPECS"
}

# play FOLDER DELAY: results.csv and attempts.csv beside the inputs.
play()
{
    # shellcheck disable=SC2046 # the options are words
    "$REPLAY" $(cat "$1/options") --delay "$2" --attempts "$1/attempts.csv" "$1/tasks.csv" >"$1/results.csv"
}

# run N FOLDER DELAY: day N, in the folder already, under the rule. Executors that come and go with the load, and
# batches of a stream that begin late, depend on the schedule: they are found by repetition.
run()
{
    [ -n "$dynamic$streams" ] || { play "$2" "$3"; return; }
    moves='' late='' rounds=0
    while day "$1" "$2" && play "$2" "$3"; do
        [ -s "$2/triggers.csv" ] || echo >"$2/triggers.csv"
        awk -v dyn="$dynamic" -f "$here/next.awk" "$2/triggers.csv" "$2/cluster.csv" "$2/results.csv" "$2/attempts.csv" \
            >"$2/next" || return 1
        was="$moves;$late"
        moves=$(sed -n 's/^moves *//p' "$2/next") late=$(sed -n 's/^late *//p' "$2/next")
        [ "$was" != "$moves;$late" ] || return 0
        [ "$((rounds += 1))" -lt 200 ] || { echo "$name: day $1 under $3 does not settle" >&2; return 1; }
    done
    return 1
}

# write_log FOLDER DELAY LOG: the day in the folder, as the world's system logs it.
write_log()
{
    for empty in triggers cache; do [ -s "$1/$empty.csv" ] || echo >"$1/$empty.csv"; done
    { head -n 1 "$1/attempts.csv" && tail -n +2 "$1/attempts.csv" | sort -s -t, -k11,11n; } >"$1/launches.csv"
    case $form in
    event) awk -v world="$name" -v rule="$2" -v release="$system" -v words="$cluster" -f "$here/spark_log.awk" \
               "$1/tasks.csv" "$1/cluster.csv" "$1/triggers.csv" "$1/cache.csv" "$1/results.csv" "$1/launches.csv" \
               >"$1/lines" && sort -t "$(printf '\t')" -k1,1 -k2,2n -k3,3 "$1/lines" | cut -f4- >"$3" ;;
    attempts) cp "$1/attempts.csv" "$3" ;;
    *) rm -rf "$3" && mkdir -p "$3" && awk -v form="$form" -v out="$3" -f "$here/history.awk" "$1/tasks.csv" \
           "$1/cluster.csv" "$1/results.csv" "$1/launches.csv" ;;
    esac
}

# measures FOLDER: mean response, 95 % quantile (the nearest rank) and end of its jobs.
measures()
{
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
        $col["outcome"] != "done" { failed++ }
        { print $col["response_s"], $col["submit_s"], $col["finish_s"] }
        END { if (failed) print "failed" }' "$1/results.csv" | sort -n | awk '
        { r[NR] = $1; sum += $1; if (NR == 1 || $2 < first) first = $2; if ($3 > end) end = $3 }
        END { k = int(0.95 * NR + 0.999999); printf "%.6f,%.6f,%.6f\n", sum / NR, r[k], end - first }'
}

# ---- truths ---------------------------------------------------------------------------------------------------------

# days_of FROM TO WAIT...: the measures of these days under these waits, in $KEEP/days/WORLD.csv; a row once.
days_of()
{
    first=$1 last=$2
    shift 2
    known=$KEEP/days/$name.csv work=$KEEP/work/$name
    mkdir -p "$KEEP/days" "$work" || return 1
    [ "$(head -n 1 "$known" 2>/dev/null)" = "# $key" ] || echo "# $key" >"$known"
    d=$first
    while [ "$d" -le "$last" ]; do
        ready=
        for w; do
            ! grep -q "^$d,$w," "$known" || continue
            [ -n "$ready$dynamic$streams" ] || { moves='' late=''; day "$d" "$work" || return 1; ready=yes; }
            run "$d" "$work" "$(delay "$w")" || { echo "$name: day $d under $w failed" >&2; return 1; }
            echo "$d,$w,$(measures "$work")" >>"$known"
        done
        d=$((d + 1))
    done
}

# changes WAIT...: of the waits that the world's logs were made under, to each of these: a row of truth.csv each.
changes()
{
    awk -F, -v world="$name" -v from="$logs" -v to="$*" '
        function change(day, a, b, m) { return 100 * (value[day, b, m] / value[day, a, m] - 1) }
        /^#/ { next }
        { value[$1, $2, 1] = $3; value[$1, $2, 2] = $4; value[$1, $2, 3] = $5; if ($1 > days[$2]) days[$2] = $1 }
        END {
            n = split(from, f, " ")
            k = split(to, t, " ")
            for (i = 1; i <= n; i++)
                for (j = 1; j <= k; j++) {
                    last = days[f[i]] < days[t[j]] ? days[f[i]] : days[t[j]]
                    printf "%s,%s,%s,%d", world, f[i], t[j], last
                    for (m = 1; m <= 3; m++) {
                        sum = squares = 0
                        for (d = 1; d <= last; d++) sum += change(d, f[i], t[j], m)
                        for (d = 1; d <= last; d++) squares += (change(d, f[i], t[j], m) - sum / last) ^ 2
                        printf ",%.3f,%.3f", sum / last, (last > 1 ? sqrt(squares / (last - 1) / last) : 0)
                    }
                    printf ",%s,%s\n", value[1, t[j], 1], value[1, t[j], 3]
                }
        }' "$KEEP/days/$name.csv"
}
TRUTH_HEADER=world,from,to,days,mean,mean_se,p95,p95_se,end,end_se,day1_mean_s,day1_end_s
