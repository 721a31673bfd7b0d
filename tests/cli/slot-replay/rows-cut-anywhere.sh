# Cut after any byte a trace is either read to its end or refused with its line, exit 1; never anything else.
printf 'job_id,submit_s,pool,maps,map_s\n"a ""1""",0,p,1,10\r\nb,1.5,"q,r",2,3\n' >whole.csv
size=$(wc -c <whole.csv) n=0
while [ $n -le $size ]; do
    head -c $n whole.csv >cut.csv
    slot-replay --nodes 2 --heartbeat 0 cut.csv >out 2>err
    case $? in
    0) grep -v 'no rows after the header' err >/dev/null && { echo "$n: exit 0"; cat err; } ;;
    1) grep -q '^slot-replay: cut.csv' err && [ "$(wc -l <err)" = 1 ] || { echo "$n: no message"; cat err; } ;;
    *) echo "$n: exit status"; cat err ;;
    esac
    n=$((n + 1))
done
