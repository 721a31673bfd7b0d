# The log names three nodes, so three replicas are everywhere and the formula says 100 %; 30 of its 72 block readers ran node-local
# (slot-delay rates): that is 58 points apart. The replays decide, and need no formula; from standard input there are none, and no verdict.
# Asked about 100 nodes the log's share stands beside, and is no veto.
# What is not given is measured; a cost whose interval holds both verdicts tells nothing.
slot-delay recommend --quiet "$TOP/traces/recorded-tasks.csv" | cut -d, -f1-19
slot-delay recommend --quiet "$TOP/traces/recorded-tasks.csv" | cut -d, -f20-
slot-delay recommend - <"$TOP/traces/recorded-tasks.csv" | cut -d, -f20-
slot-delay recommend --quiet --dialect spark "$TOP/traces/recorded-tasks.csv"
slot-delay recommend --nodes 100 --tasks 2 --release-rate 2 "$TOP/traces/recorded-tasks.csv" | cut -d, -f1,5,9,19-
slot-delay recommend --nodes 100 --tasks 2 --release-rate 9 "$TOP/traces/recorded-tasks.csv" | cut -d, -f1,5,9,19-
slot-delay recommend --nodes 100 --tasks 2 --release-rate 9 --dialect spark - <"$TOP/traces/recorded-tasks.csv"
