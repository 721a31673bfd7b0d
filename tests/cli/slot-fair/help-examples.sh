# Three, and they run.
slot-fair --help | grep -c '| slot-fair '
slot-fair --help | sed -n "s/^  \(printf .*\)/\1/p" > examples
sh -e examples
