try() {
    printf 'pool,demand\na,5\n' | slot-fair "$@"
    echo $?
}
try
try --slots ten
try --slots -1
try --slots 1e300
try --slots 5 --whole in-trun
try --slots 5 --over-min scle
try --slots 5.5 --whole in-turn
try --slots 5 --phases --explain
try --slots 5 --phases --whole in-turn
try --slot-count 5
