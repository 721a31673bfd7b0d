# Field 17 of SWF: a job that follows another. In some logs it is one number in all lines, or names jobs that come later or never.
job() { echo "$1 $2 5 10 2 -1 -1 2 20 -1 1 1 1 -1 -1 -1 $3 $4"; }
after() { slot-trace --quiet "$1" | awk -F, 'NR > 1 { print $1, "after", $18 == "" ? "none" : $18 }' | paste -sd, ; slot-trace --quiet --info "$1" | grep -e '^jobs_after' -e predecessors; }
{ job 1 0 1 1; job 2 3 1 1; job 3 6 1 1; } >same.swf
echo 'job 1 follows itself, so 1 stands for none'
after same.swf
slot-trace --quiet same.swf | slot-replay --quiet --nodes 6 --slots-per-node 1 --heartbeat 0 - | cut -d, -f1,4,5
{ job 1 0 -1 -1; job 2 3 1 1; job 3 6 5 1; job 4 9 2 4; job 5 12 -1 -1; job 6 15 5 1; } >later.swf
echo 'job 5 is named before it comes: it is none, then and later'
after later.swf
