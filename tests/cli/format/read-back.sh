# SPDX-License-Identifier: GPL-3.0-or-later
# The reader of what the programs write sees each kind of fault that it is there for.
back() { # PROGRAM: what it wrote on standard input
    cat >"$1.1.1"
    "$TOP/tests/cli/read-back" "$TOP/docs/man/slotwise-csv.5" "$TOP/tests/cli/columns" "$1.1.1" && echo "$1 holds"
}
slot-gen --jobs 2 >good.csv
back slot-gen <good.csv
sed 's/,pool,user,/,user,pool,/' good.csv | back slot-gen
sed '1s/submit_s/submitted_s/; 2s/,[0-9]*\.[0-9]*,/&,/' good.csv | back slot-gen
sed '2s/,,,,,/,,,usual,,/; 3s/\.[0-9]*,/.1234567,/' good.csv | back slot-gen
printf 'a,b\n1,2\n' | back slot-replay
printf 'pool,fair_share,pool\np,x,p\n' | back slot-fair
printf 'wait,state,n_response,mean_x\n"1,2",done,1.5,0x\n"3\n4",run,2,1e-3\n' | back slot-sweep
