# rule D3: skips as shares of the nodes. Of 8 nodes 0.25x are 2 and 0.5x are 4.
slot-gen --preset tr-bm --jobs 30 >jobs.csv
log() { slot-replay --quiet --nodes 8 --racks 2 --map-slots 1 --replication 1 --record attempts --delay skips:$1 jobs.csv; }
log 2,4 >counts
log 0.25x,0.5x | cmp - counts && echo same
for other in 2 2,3 1,4; do log $other | cmp -s - counts || echo "$other: others"; done
