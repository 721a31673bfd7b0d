# 20 tasks tell nothing, whatever their replays say.
. "$TOP/tests/cli/slot-advise/logs"
tasks 1 2 10 7 20 | head -n 21 >day
log day --nodes 20 --racks 4 --preset hfs --penalty rack=1.3,any=1.6 --delay none >log
slot-advise --quiet log | sed -n '3,4p'
