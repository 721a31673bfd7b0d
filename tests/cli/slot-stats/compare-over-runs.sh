# By hand. Run 1: base mean 15, here 20; run 2: 30 and 41; so differences of 5 and 11, mean 8 -+ 12.7062 x 3 = -30.12 to 46.12.
# The gain is of the sums, 90/122 = 45/61 = 0.737705. Over jobs: 0, 10, 2, 20, mean 8 as well, deviation 9.0921, t(3) = 3.18245:
# 8 -+ 14.4676. Gains of jobs: 1, 2/3, 20/22, 40/60; their mean is 0.810606.
printf 'run,job_id,response_s\n1,a,10\n1,b,20\n2,a,20\n2,b,40\n' >base.csv
printf 'run,job_id,response_s\n1,a,10\n1,b,30\n2,a,22\n2,b,60\n' >new.csv
slot-stats --over-runs --compare base.csv new.csv
slot-stats --compare base.csv new.csv
slot-stats --gain-of jobs --quiet --compare base.csv new.csv | cut -d, -f3
slot-stats --worst 2 --compare base.csv new.csv
slot-stats --words --compare base.csv new.csv
# 122 is 35.6 % above 90: more than 2 %, and less than 36 %.
slot-stats --over-runs --fail-if-slower 2% --compare base.csv -o out.csv new.csv
echo "status $?, $(wc -l <out.csv) lines"
slot-stats --over-runs --fail-if-slower 36% --compare base.csv new.csv >out.csv
echo "status $?"
