#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --pair: differences from a base between rows of one seed. By hand: 1, 2 and 3 have the mean 2 and the deviation 1,
# and R's t.test(c(1, 2, 3)) gives -0.484138 to 4.484138. The two means by themselves, 20 and 22, would not differ.
cat >rows.csv <<'END'
order,load,seed,mean_response_s,tasks
fair,0.5,1,10,7
fair,0.5,2,20,7
fair,0.5,3,30,
fifo,0.5,3,33,9
fifo,0.5,1,11,7
fifo,0.5,2,22,8
fair,0.8,1,5,7
fifo,0.8,1,4,7
fifo,0.8,2,1,7
END
slot-stats --pair seed --base order=fair --by load --col mean_response_s,tasks rows.csv
echo "status $?"
slot-stats --pair seed --base order=fair --by order,load --col mean_response_s --confidence 50% --label study=1 \
    --quiet rows.csv
slot-stats --pair seed --base order=fair,load=0.5 --col mean_response_s --quiet rows.csv
echo 'sorted; by hand fifo is -1 and -4 from fair at load 0.8; a difference without a value comes last'
printf '%s\n' 'fair,0.8,2,5,' 'sjf,0.8,1,9,' 'sjf,0.5,1,8,8' >more
for column in diff_mean_response_s diff_tasks; do
    cat rows.csv more | slot-stats --pair seed --base order=fair --by load --col mean_response_s,tasks --sort $column \
        --quiet | cut -d, -f 1-2,6,11
done
echo 'mistakes:'
slot-stats --pair seed --base order=fair --by load --col mean_response_s --sort response_s rows.csv; echo $?
slot-stats --sort response_s rows.csv; echo $?
slot-stats --pair seed --base order=fair --col mean_response_s rows.csv; echo $?
slot-stats --pair seed --base order=hfs --by load --col mean_response_s rows.csv; echo $?
slot-stats --pair sed --base order=fair --by load --col mean_response_s rows.csv; echo $?
slot-stats --pair seed --base order=fair --col order --by load rows.csv; echo $?
slot-stats --pair seed --base order=fair rows.csv; echo $?
slot-stats --pair seed --base order=fair --col tasks --cdf tasks rows.csv; echo $?
