# SPDX-License-Identifier: GPL-3.0-or-later
# Two files are two series by `--by file`; two that have the same jobs, and nothing that tells them apart, are said.
for order in fifo hfs; do
    { echo job_id,submit_s,finish_s,response_s,pool
      [ $order = hfs ] && echo 'a,0,10,10,ads
b,0,30,30,web' || echo 'a,0,20,20,ads
b,0,60,60,web'; } >$order.csv
done
mean() { slot-stats --quiet -C "$@"; }
echo == one series, with a word
slot-stats -C n_rows,mean_response_s --col response_s fifo.csv hfs.csv >/dev/null
slot-stats -C jobs,mean_response_s fifo.csv hfs.csv
echo == two
mean file,jobs,mean_response_s --by file fifo.csv hfs.csv
mean file,pool,mean_response_s --by file,pool fifo.csv hfs.csv
slot-stats --cdf response_s --by file fifo.csv hfs.csv
slot-stats --pair job_id --by file --base file=fifo.csv --col response_s fifo.csv hfs.csv
slot-stats --quiet --by file -C file,jobs <hfs.csv
echo == a column of that name stays
sed '1s/$/,file/; 2,$s/$/,mine/' hfs.csv >own.csv
mean file,jobs --by file own.csv
echo == other jobs, other runs and other labels are no repetition
sed 's/^\([ab]\),/\1\1,/' hfs.csv >more.csv
slot-stats -C n_rows --col response_s fifo.csv more.csv
for run in 1 2; do sed "1s/$/,run/; 2,\$s/$/,$run/" hfs.csv >run$run.csv; done
slot-stats -C n_rows --col response_s run1.csv run2.csv
for order in fifo hfs; do sed "1s/$/,order/; 2,\$s/$/,$order/" $order.csv >l-$order.csv; done
slot-stats -C order,n_rows --by order --col response_s l-fifo.csv l-hfs.csv
echo == pairs of one seed are no draws of their own
printf 'wait,order,seed,y\n0,a,1,3\n0,b,1,4\n0,a,2,5\n0,b,2,6\n1,a,1,2\n1,b,1,3\n1,a,2,3\n1,b,2,4\n' >pairs.csv
slot-stats --by wait --pair order,seed --base wait=0 --col y pairs.csv
slot-stats --by wait,order --pair seed --base wait=0 --col y -C wait,order,n_pairs,diff_y pairs.csv
echo == bad rows go aside without the name
printf 'job_id,response_s\na,x\nb,1\n' >bad.csv
slot-stats --by file -C file,jobs --rejects aside.csv bad.csv
cat aside.csv
echo == figures
slot-plot cdf -x response_s fifo.csv hfs.csv | grep -c "title '"
slot-plot cdf -x response_s --by file fifo.csv hfs.csv | grep "title '"
slot-plot bars -x pool -y response_s --panel file fifo.csv hfs.csv | grep 'set title'
slot-plot bars -x file -y response_s --by pool fifo.csv hfs.csv | grep xtics
