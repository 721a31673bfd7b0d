# What is wrong with each command line; always status 2 and nothing on standard output.
try() { slot-delay "$@" > out 2> err; echo "$?: $(head -n 1 err)"; cat out; }
try bound
try bound --nodes 0 --tasks 1 --skips 1
try bound --nodes=-5 --tasks 1 --skips 1
try bound --nodes 2 --tasks 1 --skips 1
try bound --nodes 5,2 --tasks 1 --skips 1
try bound --nodes 10 --tasks 0 --skips 1
try bound --nodes 10 --tasks 1.5 --skips 1
try bound --nodes 10 --tasks ten --skips 1
try bound --nodes 10 --tasks 1,,2 --skips 1
try bound --nodes 10 --tasks 5:1:1 --skips 1
try bound --nodes 10 --tasks 1:5 --skips 1
try bound --nodes 10 --tasks 1 --skips=-1
try bound --nodes 10 --tasks 1 --skips fewx
try bound --nodes 10 --tasks 1 --skips 1 --nods 3
try bound --nodes 10 --tasks 1 --skips 1 --task-time 3s
try bound --nodes 10 --slots-per-node 2 --tasks 1 --skips 1 --task-time 3s --release-rate 3
try bound --nodes 10 --tasks 1 --skips 1 trace.csv
try bound --nodes 1:1000:1 --tasks 1:1000:1 --skips 0:1000:1
try skips --nodes 10 --tasks 1 --locality 0
try skips --nodes 10 --tasks 1 --locality 100%
try skips --nodes 10 --tasks 1 --locality 105%
try sticky --slots-per-node 1
try sticky --slots-per-node 1 --share 0.1 --jobs 10
try sticky --slots-per-node 1 --share 2
try sticky --slots-per-node 1 --share 0.1 --nodes 2
try blocked --slots-per-node 1 --long-fraction 120%
try frees --slots-per-node 1 --wait=-3s --task-time 3s
try frees --slots-per-node 1 --wait 3s --task-time 0
try gain --remote-cost 3 --gap 0 --wait 2
try startup --share 200 --task-time 3 --total-slots 100
try recommend --nodes 100 --tasks 20
try recommend --nodes 10 --racks 20 --tasks 20 --release-rate 3
try recommend --nodes 100 --tasks 20 --release-rate 3 --dialect sparc
try recommend --nodes 100 --tasks 20 --release-rate 3 --dialect skips
try convert --dialect spark
try convert --from spark:3s
try convert --from spark --dialect skips
try convert --from mesos:3 --dialect skips
try convert --from spark:soon --dialect skips --release-rate 3
try convert --from spark:-3s --dialect skips --release-rate 3
try convert --from spark:3s --dialect skips
try convert --from spark:3s --dialect yarn-fair --release-rate 3
