# What bash would offer, by the words typed so far; options end in = where they take a value.
cat >offer <<'X'
. "$TOP/tools/completion/slotwise.bash"
offer() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _slotwise; echo "$*: ${COMPREPLY[*]}"; }
offer slotwise re
offer slotwise ''
offer slotwise stats --wo
offer slot-stats --over
offer slot-delay re
offer slotwise delay li
offer slot-delay rates --b
offer slotwise delay rates --w
offer slot-advise re
offer slotwise advise rates --w
offer slot-advise log.csv --em
offer slot-fair --exp
offer slot-fair --he
touch pools.csv; offer slot-fair poo
X
bash offer
# Every program has completion in both shells.
for t in "$TOP"/tools/slot*.c; do
    name=$(basename "$t" .c)
    sed -n '/^complete/,$p' "$TOP/tools/completion/slotwise.bash" | grep -qw -- "$name" || echo "bash: not $name"
    head -n 1 "$TOP/tools/completion/_slotwise" | grep -qw -- "$name" || echo "zsh: not $name"
done
