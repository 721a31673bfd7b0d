try() { slot-stats --timeline "$@"; echo $?; }
printf 'time_s,pool,running\n5,a,4\n0,a,4\n' | try
printf 'time_s,pool,running\n5,a,4\n5,a,4\n' | try
printf 'time_s,pool,running\n,a,4\n' | try
printf 'time_s,pool,runing_maps\n0,a,4\n' | try
printf 'time_s,running\n0,4\n' | try
try --by user
