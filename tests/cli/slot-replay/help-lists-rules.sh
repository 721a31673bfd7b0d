# --help-all lists each rule of each axis, and each preset, with a summary beside or below it: the names are those that the error for an unknown one lists.
slot-replay --help-all >help
for axis in order delay preempt admit speculate preset; do
    n=0
    for name in $(slot-replay --nodes 1 --$axis zzzzzzzz 2>&1 </dev/null | sed -n 's/.*(one of \(.*\)).*/\1/p' | tr -d ,); do
        n=$((n + 1))
        grep -A 1 -E "^  $name(:[^ ]*)?(\[[^ ]*)?( |$)" help | grep -qE '^ {29}[^ ]|^  [^ ]+ +[^ ]' || echo "$axis: $name is not in --help"
    done
    [ "$n" -gt 1 ] || echo "$axis: only $n names"
done
awk 'length > 80 && !/slot-/' help
# What may be left out with its colon is in brackets with it, so that a form can be typed as it stands.
for form in 'deficit[:' 'adaptive[:' 'hadoop[:' 'late[:' 'quincy[:' 'skips:D1' 'kill:Tmin'; do
    grep -qF "  $form" help || echo "--help does not show $form"
done
