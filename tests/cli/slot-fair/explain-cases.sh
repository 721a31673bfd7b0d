# Each case of several says which one it is, under every rule that has sentences.
printf 'case_id,total,pool,demand,quota\nx,5,a,3,2\n"y z",5,a,4,2\n' >quota.csv
printf 'case_id,pool,shares,usage\nx,a,1,3\nx,b,1,1\ny,a,2,0\n' >usage.csv
printf 'case_id,pool,windows\nx,a,1|2\nx,b,3\ny,a,4\n' >windows.csv
slot-fair --rule quota --explain quota.csv
slot-fair --rule usage --explain usage.csv
slot-fair --rule windows --decay 0.5 --explain windows.csv
