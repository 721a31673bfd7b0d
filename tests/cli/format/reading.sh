#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# JSON lines as input: what is a row, and what is not.
rows() { printf "$1" | slot-stats --col x --by t -C t,n_rows,mean_x; echo "status $?"; }
rows '{"t":"a","x":1}\n{"x":2.5e0,"t":"a"}\n\n{"t":"b\\u00e9\\ud83d\\ude00\\"\\\\\\/\\n,","x":null}\r\n { "t" : "b" , "x" : -0.5 } \n{"x":3}'
rows '{"#":"a comment"}\n{"#":"another"}\n{"t":7,"x":"4"}\n'
echo 'mistakes:'
rows '{"t":"a","x":1}\n{"t":"a","y":1}\n'
rows '{"t":"a","x":1}\n{"t":"a","x":true}\n'
rows '{"t":"a","x":1}\n{"t":"a","x":[1]}\n'
rows '{"t":"a","x":1}\n{"t":"a","x":01}\n'
rows '{"t":"a","x":1}\n{"t":"a","x":1,"x":2}\n'
rows '{"t":"a","x":1}\n{"t":"a","x":1} 5\n'
rows '{"t":"a","x":1}\n{"t":"a" "x":1}\n'
rows '{"t":"a","x":1}\n{"t":"a\n'
rows '{"t":"a\\x","x":1}\n'
rows '{"t":"\\ud83d","x":1}\n'
rows '{"t":"a","x":1}\nt,x\n'
rows '{"t":"a","x":"ten"}\n'
rows '{\n"t":"a","x":1}\n'
rows '{}\n'
rows '[{"t":"a","x":1}]\n'
rows '{"t":"a","t":1}\n'
rows '{"t":"a","":1}\n'
echo 'set aside:'
printf '{"t":"a","x":1}\n{"t":"a","x":{}}\n{"t":"a","x":3}\n' | slot-stats --col x -C n_rows,mean_x --rejects bad.csv
cat bad.csv
echo 'written:'
printf 'job_id,submit_s,maps,map_s\n"tab\t""q""\\\\",0,1,1e1\n007,1,1,1\n' | slot-trace --format jsonl | cut -c 1-60
printf 'job_id,submit_s,maps,map_s\nlatin\351,0,1,1\n' | slot-trace --format jsonl; echo "status $?"
slot-delay recommend --format jsonl --dialect spark --release-rate 1 --nodes 10 --tasks 5 --racks 1 --task-time 20s >/dev/null; echo "status $?"
slot-gen --format json; echo "status $?"
# true and false are texts, and a pool that R calls NA is said.
printf '{"job_id":"a","submit_s":0,"maps":2,"map_s":3,"x":true,"y":false}\n' | slot-trace | cut -d, -f1,7,20-
printf '{"job_id":"a","submit_s":0,"maps":true,"map_s":3}\n' | slot-trace >/dev/null
printf 'job_id,submit_s,maps,map_s,pool\na,0,4,10,NA\nb,0,4,10,NA\n' | slot-trace | cut -d, -f1-3
