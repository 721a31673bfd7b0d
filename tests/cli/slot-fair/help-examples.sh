# Three, and they run.
slot-fair --help-all | grep -c '| slot-fair '
slot-fair --help-all | sed -n "s/^  \(printf .*\)/\1/p" > examples
sh -e examples
