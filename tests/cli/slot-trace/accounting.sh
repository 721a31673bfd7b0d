# docs/formats/accounting.md: the same jobs as four systems write them. 101 waits 5 s for n1, 102 fails on two nodes, 104 is of an array.
for f in pbs sge lsf condor; do echo "--- $f"; slot-trace "$TOP/traces/sample.$f" | cut -d, -f1,2,3,4,11,17,20-22,24-; slot-trace --info "$TOP/traces/sample.$f" | grep -E '^(format|jobs|users|nodes),'; done
echo '--- without a number of cores the places of exec_host'
sed 's/Resource_List.ncpus=[0-9]* //; s|exec_host=n2/0-1|exec_host=n2/0-7,9+n3/0*4|' "$TOP/traces/sample.pbs" | slot-trace | cut -d, -f1,24,25
echo '--- replayed as recorded'
cp "$TOP/traces/sample.pbs" .
slot-replay --as-recorded --preset torque-fifo sample.pbs | cut -d, -f1-6
echo '--- lines that cannot be read'
sed 's/start=1700000005/start=soon/' "$TOP/traces/sample.pbs" | slot-trace --from pbs
sed 's/1700000005/x/' "$TOP/traces/sample.sge" | slot-trace --from sge
sed 's/ 1700000000 0 0/ x 0 0/' "$TOP/traces/sample.lsf" | slot-trace --from lsf
sed '/QDate = 1700000000/d' "$TOP/traces/sample.condor" | slot-trace --from condor
sed -n 1p "$TOP/traces/sample.pbs" | slot-trace
head -c 300 "$TOP/traces/sample.pbs" | slot-trace --from pbs | head -2
