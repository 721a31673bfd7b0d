# What is not given is measured; a cost whose interval holds both verdicts tells nothing.
slot-delay recommend "$TOP/traces/recorded-tasks.csv"
slot-delay recommend --nodes 100 --tasks 2 --release-rate 2 "$TOP/traces/recorded-tasks.csv" | cut -d, -f1,5,9,19-
slot-delay recommend --nodes 100 --tasks 2 --release-rate 9 "$TOP/traces/recorded-tasks.csv" | cut -d, -f1,5,9,19-
slot-delay recommend --nodes 100 --tasks 2 --release-rate 9 --emit spark - <"$TOP/traces/recorded-tasks.csv"
