# A page, and the same bytes from a pipe, at any number of threads, and on the second call.
. "$TOP/tests/cli/slot-advise/logs"
tasks 1 60 6 9 20 >day
log day --nodes 20 --racks 4 --preset hfs --penalty rack=1.3,any=1.6 --delay none >log
slot-advise --preset hfs --delay none --delay none -j 1 log >page && cat page
slot-advise --preset hfs --delay none --delay none -j 3 log | cmp page - && echo 'the same with three threads'
gzip -c log | slot-advise --preset hfs --delay none --delay none | sed '1s/standard input/log/' | cmp page - && echo 'the same from a pipe'
slot-advise --preset hfs --delay none --seed 2 log | cmp -s page - || echo 'other days with another seed'
awk 'length > 100' page
for d in hadoop1 hadoop-0.20 spark yarn-fair yarn-time yarn-capacity; do slot-advise --preset hfs --delay none --dialect $d log | tail -n +2; done
slot-advise --preset hfs --delay none --rows log | cut -d, -f1-6
