# Three examples each, and they run from the root of the tree.
here=$PWD
cd "$TOP"
for sub in bound skips sticky blocked frees gain startup recommend convert rates lint
do
    slot-delay $sub --help-all | grep -c "^  .*slot-delay $sub"
    slot-delay $sub --help-all | sed -n 's/^  \(slot-[dt].*\)/\1/p' > "$here/examples"
    sh -e "$here/examples" > "$here/rows" || echo "$sub fails"
done
