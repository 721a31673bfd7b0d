# --group-by is another name of --by, here and in slot-plot.
jobs=$TOP/plots/examples/hfs.csv
slot-stats --by pool "$jobs" >by && slot-stats --group-by pool "$jobs" >group-by && cmp by group-by
slot-plot cdf -x response_s --by pool "$jobs" >by && slot-plot cdf -x response_s --group-by pool "$jobs" >group-by && cmp by group-by
test -s by
