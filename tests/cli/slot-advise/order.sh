# Would FAIR help? Two slots. Job 0 has four tasks of 10 s at 0, job 1 one at 1 s: FIFO ends them at 20 and 30 s, so they take 20 and 29 s. Under FAIR
# the second round is shared, and they end at 30 and 20 s. That holds for pools of their own, and for one pool from 3.3.2 on, which is FAIR inside.
# Up to 3.3.1 one pool is FIFO inside, and jobs that never meet go in any order: FAIR would change nothing, or changes nothing.
. "$TOP/tests/cli/slot-trace/spark-events"
# two RELEASE POOL0 POOL1 START1 [MODE]: the log as FIFO runs it, in order of time
two() {
    log_start "$1"; app_start app_1 0; settings "${5:+\"spark.scheduler.mode\":\"$5\"}"; executor 1 n1 0 2
    job 0 0 0 "$2"; stage 0 4 '' 0
    first() { begin $1 $1 0 $(($1 / 2 * 10000)) 1 n1 PROCESS_LOCAL; }
    ended() { end $(($1 / 2 * 10000 + 10000)) Success 64 $1 $1 0 $(($1 / 2 * 10000)) 1 n1 PROCESS_LOCAL; }
    first 0; first 1
    [ "$4" -gt 20000 ] || { job 1 "$4" 1 "$3"; stage 1 1 '' "$4"; }
    ended 0; first 2; ended 1; first 3; ended 2
    at=$(($4 > 20000 ? $4 : 20000))
    [ "$4" -gt 20000 ] || begin 4 0 1 $at 1 n1 PROCESS_LOCAL
    ended 3; stage_end 0 4 '' 0 0 20000; job_end 0 20000
    [ "$4" -le 20000 ] || { job 1 "$4" 1 "$3"; stage 1 1 '' "$4"; begin 4 0 1 $at 1 n1 PROCESS_LOCAL; }
    end $((at + 10000)) Success 64 4 0 1 $at 1 n1 PROCESS_LOCAL
    stage_end 1 1 '' "$4" 0 $((at + 10000)); job_end 1 $((at + 10000)); app_end 40000
}
order() { echo "== $*"; two "$@" >log; slot-advise --quiet log | sed -n '/^7 ORDER/,/^$/p'; }
order 3.5.0 etl bi 1000
order 3.5.0 '' '' 1000
order 3.3.1 '' '' 1000
order 3.3.1 etl bi 1000
order 3.5.0 etl bi 30000
order 3.5.0 etl bi 1000 FAIR
order 3.5.0 etl bi 30000 FAIR
two 3.5.0 etl bi 1000 >log
slot-advise --quiet --html page.html log >page; grep -c 'Would FAIR help' page.html
