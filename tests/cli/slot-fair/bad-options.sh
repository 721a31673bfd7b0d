try() {
    printf 'pool,demand\na,5\n' | slot-fair "$@"
    echo $?
}
try
try --total-slots ten
try --total-slots -1
try --total-slots 1e300
try --total-slots 5 --whole in-trun
try --total-slots 5 --over-min scle
try --total-slots 5.5 --whole in-turn
try --total-slots 5 --phases --explain
try --total-slots 5 --phases --whole in-turn
try --slot-count 5
