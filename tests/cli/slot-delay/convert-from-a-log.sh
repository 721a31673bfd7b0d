# Nodes and the release rate come from the log: 67 of its 72 ends fall into the 272.45 s under load, 0.245917 a second, and all 72 into
# 314.8 s, 0.228717 a second (slot-delay rates). The scheduler cuts 10 missed offers to the 3 nodes: 3/0.245917 = 12.199 s, 3/0.228717 = 13.117 s.
log=$TOP/traces/recorded-tasks.csv
slot-delay convert --from yarn-capacity:10 --dialect spark,skips "$log"
# Between two times, and between two counts of offers, no rate is needed.
slot-delay convert --from spark:3s --dialect hadoop1 "$log" | cut -d, -f 11-
slot-delay convert --from yarn-fair:0.5 --dialect yarn-capacity "$log" | cut -d, -f 7,11-
# A rate that is given is the only one.
slot-delay convert --from yarn-capacity:10 --dialect spark --release-rate 2 "$log" | cut -d, -f 11-
