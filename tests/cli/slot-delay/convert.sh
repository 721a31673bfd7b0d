# 10 s at 27 slots a second are 270 skips (ES 4.1), in every dialect and back.
all=skips,wait,spark,yarn-fair,yarn-capacity,hadoop1,hadoop-0.20
for from in skips:270 wait:10 spark:10s spark:10000 yarn-capacity:270 hadoop1:10000 hadoop-0.20:10s
do
    slot-delay convert --from $from --dialect $all --nodes 620 --release-rate 27 | cut -d, -f5-7,11
done
