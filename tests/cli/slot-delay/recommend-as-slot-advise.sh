# One log, one answer: slot-advise and slot-delay recommend decide by the same study. Their configuration lines are the same bytes,
# from a file and from a pipe, and neither is bolder than the other. Every dialect is tried where a wait is told and where it is not.
. "$TOP/tests/cli/slot-advise/logs"

# both WHAT DIALECTS LOG OPTION...: the advice of the one, the verdict of the other, and whether the lines are the same
both() {
    what=$1 dialects=$2 log=$3
    shift 3
    advice=$(slot-advise --quiet --rows "$@" "$log" | sed -n 2p | cut -d, -f 4)
    verdict=$(slot-delay recommend --quiet --format jsonl "$@" "$log" | sed -n '1s/.*"verdict":"\([a-z-]*\)".*/\1/p')
    echo "$what: $advice, $verdict"
    for dialect in $dialects; do
        slot-advise --quiet --dialect $dialect "$@" "$log" >advised
        slot-delay recommend --quiet --dialect $dialect "$@" "$log" | cmp advised - || echo "other lines: $dialect"
    done
    slot-delay recommend --quiet --dialect $dialect "$@" - <"$log" | cmp advised - || echo "other lines from a pipe: $dialect"
}
all='spark yarn-fair yarn-time yarn-capacity hadoop1 hadoop-0.20'
tasks 1 120 10 7 20 >day
log day --nodes 20 --racks 4 --map-slots 2 --preset hfs --penalty rack=1.3,any=1.6 --delay none >pays
both 'a wait pays' "$all" pays --preset hfs --delay none
log day --nodes 20 --racks 4 --map-slots 2 --preset hfs --penalty rack=1.3,any=1.6 --delay wait:1s,1s >waited
both 'that wait is in force' "$all" waited --preset hfs --delay wait:1s,1s
tasks 1 2 10 7 20 | head -n 21 >few
log few --nodes 20 --racks 4 --preset hfs --penalty rack=1.3,any=1.6 --delay none >twenty
both '20 tasks' yarn-fair twenty --preset hfs --delay none
both 'three nodes' hadoop1 "$TOP/traces/recorded-tasks.csv"
# Attempts of slot-replay without a word of what ran are replayed 70 % off, and with it they are not.
slot-gen --jobs 80 --arrival poisson:34s --maps table:fb-es --map-time lognormal:20s,0.5 --pool-names ads,web,test >jobs.csv
slot-replay --nodes 30 --map-slots 4 --preset spark-3 --attempts attempts.csv jobs.csv >results.csv
both 'not told what ran' spark attempts.csv
slot-advise --quiet attempts.csv | sed -n '3,5p'
both 'told' spark attempts.csv --preset spark-3
# Several logs are one log only if they are made one.
slot-delay recommend pays waited; echo $?
