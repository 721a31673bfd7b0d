# The paper's D in each system's configuration, and no wait where waiting does not pay.
for system in spark yarn-fair yarn-time yarn-capacity hadoop1 hadoop-0.20
do
    slot-delay recommend --nodes 620 --tasks 20 --release-rate 27 --remote-cost 10s --dialect $system
done
slot-delay recommend --nodes 620 --tasks 20 --release-rate 27 --remote-cost 0 --dialect spark
slot-delay recommend --nodes 620 --tasks 20 --release-rate 27 --remote-cost 0 --dialect yarn-fair
