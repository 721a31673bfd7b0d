# Three examples each, and they run.
for sub in bound skips sticky blocked frees gain startup recommend convert
do
    slot-delay $sub --help | grep -c "^  slot-delay $sub "
    slot-delay $sub --help | sed -n 's/^  \(slot-delay .*\)/\1/p' > examples
    sh -e examples > rows || echo "$sub fails"
done
