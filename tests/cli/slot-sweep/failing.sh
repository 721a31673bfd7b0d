#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A cell that fails is told with its command and does not stop the others; it is run again by the next call. Cells
# that are missing, failed or there twice are named.
sweep() {
    slot-sweep --set n=1,2,3 "$@" -- sh -c 'echo x; echo {n}; echo "I am {n}" >&2; [ {n} != 2 ] || [ -e mended ]'
}
sweep --out o -o rows; echo "status $? $(ls rows 2>&1)"
echo "failed and noted: $(cat o/*.failed)"
sweep --out o --list
sweep --out o --collect; echo "status $?"
sweep --out o --collect --partial; echo "status $?"
sweep --out empty --collect --partial; echo "status $?"
echo 'mended:'
touch mended
sweep --out o --quiet; echo "status $? $(ls o | grep -c failed)"
echo 'in two folders:'
cp -r o same
sweep --out o --out same --collect; echo "status $?"
for f in same/*.csv; do sed -i 's/^3$/4/' "$f"; done
sweep --out o --out same --collect 2>err; echo "status $?"
sed 's|[0-9a-f]\{16\}|ID|' err
echo 'killed, and not there:'
slot-sweep --quiet --out k --set n=1 -- sh -c 'echo x; kill -9 $$ # {n}'; echo "status $?"
slot-sweep --quiet --out k --set n=1 -- no-such-program '{n}'; echo "status $?"
echo 'rows:'
slot-sweep --quiet --out r --set n=1 -- sh -c 'exit 0 # {n}'
slot-sweep --quiet --out r --set n=1 -- sh -c 'echo m,n; echo 1,2 # {n}'
slot-sweep --quiet --out r --set n=1 -- sh -c 'echo "\"x" # {n}'
slot-sweep --quiet --out r --set n=1,2 -- sh -c 'echo x{n}; echo 1' 2>err; sed 's|[0-9a-f]\{16\}|ID|g' err
printf '%s\n' 'a,b' '1,"x,y"' '2,"say ""z"",w"' >grid.csv
# A row over two lines, and a last line without its end.
slot-sweep --quiet --out q --grid grid.csv -- sh -c 'printf "x,y\n{a},\"1\n2\"\nx,y" # {b}'
slot-sweep --quiet --out q --set a=1 -- sh -c 'printf "x,y\n{a},say \"z\"\n"'
