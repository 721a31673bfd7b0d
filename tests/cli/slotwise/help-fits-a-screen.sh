# --help and -h of every program and subcommand: at most 24 lines of 80 columns, with an example and --help-all; the rest is there. Every
# option in it is one of --help-all.
screen() {
    "$@" --help >short && "$@" --help-all >all && "$@" -h | cmp -s - short || echo "$*: help fails, or -h differs"
    awk -v who="$*" 'length > 80 { wide++ } END { if (NR > 24 || wide) print who ": " NR " lines, " wide + 0 " of them wide" }' short
    grep -q -- --help-all short || echo "$*: no --help-all"
    grep -qE '^  slot' short || echo "$*: no example"
    grep -oE '^ {1,6}(-., )?--[a-z-]+' short | while read -r option; do grep -qF -- "$option" all || echo "$*: $option is not in --help-all"; done
}
for program in "$TOP"/tools/slot*.c; do
    screen "$(basename "$program" .c)"
done
for sub in $(slot-delay --help | sed -n '/^Subcommands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    screen slot-delay "$sub"
    echo "$sub"
done
slotwise help fair | sed -n 1p
slot-fair --help-all | grep -c -- --max-bad
slot-fair --help | grep -c -- --max-bad
