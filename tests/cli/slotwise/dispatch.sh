# Output, messages and exit status are the program's, and it is named as itself. The list is that of the programs there are.
printf 'pool,demand\na,6\nb,9\n' | slotwise fair --total-slots 10
slotwise slot-fair --version | sed "1s/ $(slot-fair --version | sed -n '1s/.* //p')\$/ VERSION/" | sed -n 1p
slotwise fair --total-slots ten; echo $?
slotwise --quiet delay lint "$TOP/traces/fair-scheduler.xml" missing.xml; echo $?
slotwise help fair | sed -n 1p
slotwise repaly; echo $?
slotwise /bin/true; echo $?
slotwise --nodes 3 replay; echo $?
slotwise | sed -n 's/^  \([a-z]*\) .*/slot-\1/p' | sort >listed
(cd "$TOP/tools" && ls slot-*.c) | sed 's/\.c$//' | sort | diff listed -
# One that is not listed is found in PATH, as git finds its own.
mkdir here && printf '#!/bin/sh\necho "mine: $*"\n' >here/slot-mine && chmod +x here/slot-mine
PATH=$PWD/here:$PATH slotwise mine a 'b c'
