# SPDX-License-Identifier: GPL-3.0-or-later
printf 'job0\t0\t0\t1\t0\t0\njob1\t1\t1\t1\t0\njob2\t2\t1\t1\tx\t0\njob3\t3\t1\t1\t0\t0\n' >t.tsv
slot-trace --rejects bad.tsv t.tsv
cat bad.tsv
