# Options of --help-all have their names at column 3 or 7 and their texts at column 30; no line is of blanks alone or too
# long. (argp's own print broke this where its buffer of 200 bytes ended.)
for program in slot-trace slot-gen slot-fair slot-delay slot-replay slot-advise slot-sweep slot-stats slot-plot slotwise; do
    $program --help-all | awk '/^$/ { begun = 1 } begun && /^[A-Z]/ { exit } begun' >options
    grep -q -- ' --help-all  ' options || echo "$program: no --help-all"
    grep -vE '^$|^ [A-Za-z]|^  -[a-zA-Z], --|^      --|^ {29}[^ ]' options | sed "s/^/$program: /"
    grep -E '.{80}| $' options | sed "s/^/$program: /"
done
slot-replay --help-all | sed -n '/^ The scheduler:/,/--admit/p'
