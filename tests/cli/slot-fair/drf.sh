# --rule drf: the example of NSDI 2011, 4.1 (three tasks and two, 2/3 each); Hadoop's memory in MB; what goes wrong
printf 'pool,demand,slots_each,memory_each\na,,1,4\nb,,3,1\n' >two.csv
slot-fair --rule drf --total-slots 9 --memory 18 two.csv
printf 'case_id,pool,demand,slots_each,memory_each,weight,total\nx,a,1,1,4,1,9\nx,b,,3,1,,9\ny,a,,1,4,2,9\ny,b,,3,1,1,9\n' | slot-fair --rule drf --memory 18
slot-fair --rule drf --total-slots 9 two.csv
slot-fair --memory 18 --total-slots 9 two.csv
slot-fair --rule drf --total-slots 0 --memory 18 two.csv
slot-fair --rule drf --total-slots 9 --memory 0 two.csv
slot-fair --rule drf --total-slots 9 --memory 18 --explain two.csv
printf 'pool,demand,slots_each\na,,1\n' | slot-fair --rule drf --total-slots 9 --memory 18
printf 'pool,parent,demand,slots_each,memory_each\na,,,1,1\nb,a,,1,1\n' | slot-fair --rule drf --total-slots 9 --memory 18
printf 'pool,demand,slots_each,memory_each,weight\na,,0,0,\n' | slot-fair --rule drf --total-slots 9 --memory 18
printf 'pool,demand,slots_each,memory_each,weight\na,,1,0,0\n' | slot-fair --rule drf --total-slots 9 --memory 18
exit 0
