# SPDX-License-Identifier: GPL-3.0-or-later
# Demands of 4 and 6 on 10 slots fit, with none left. On 20 slots whole slots are the demands too, not one more.
printf 'pool,demand\na,4\nb,6\n' >pools.csv
slot-fair --total-slots 10 --explain pools.csv
slot-fair --total-slots 20 --whole largest-remainder pools.csv
echo '--- minimums that are all there is: no pool is held by its weight'
printf 'pool,demand,min_share\na,90,50\nb,90,50\n' | slot-fair --total-slots 100 --explain
