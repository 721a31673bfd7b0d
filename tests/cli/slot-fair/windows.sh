#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# rules U10, U10.1, U10.2, X3.3. Windows: two cases of Moab's mdiag -f, public in issues 231 and 215 of cBio/cbio-cluster: four windows of 12 h at a decay of
# 0.5, of which the page shows what all used in each, and the user's per cent of it: 55.81, 51.16, 44.05, 21.45, and 8.06, 12.44, 69.03, 68.58. It says 50.30
# and 38.23 in all.
cat >windows.csv <<'CSV'
case_id,pool,windows,cap
231,me,4550.97|5900.18|4509.09|2004.61,50
231,others,3603.43|5632.62|5727.21|7340.89,
215,me,95.27|687.04|5768.15|7688.92,70
215,others,1086.73|4835.76|2587.85|3522.68,
CSV
slot-fair --rule windows --decay 0.5 --digits 4 windows.csv
slot-fair --rule windows --decay 0.5 --explain=me windows.csv
echo '--- nothing used; one window of three'
printf 'pool,windows,cap\na,0,0\nb,0|0|0,\n' | slot-fair --rule windows --decay 1
printf 'pool,windows\na,1\nb,0|0|4\n' | slot-fair --rule windows --decay 0.5
echo '--- usage takes from weight: by hand, of 10 slots and two pools of weight 1 that used 0.8 and 0.2, P is 1/2 + K (1/2 - 0.8) and 1/2 + K (1/2 - 0.2)'
for k in 0 0.5 1 2; do
    printf 'pool,demand,quota,weight,usage\na,100,0,1,0.8\nb,100,0,1,0.2\n' | slot-fair --total-slots 10 --rule quota --usage-weight $k --digits 6 | sed -n "s/^\(.\),.*,\([^,]*,[^,]*\)$/K $k: \1 \2/p"
done
echo '--- b lacks 3 and has its 8 of P = 0.2 and 0.8 before: a has the rest, as W is its own then and P = 1 + (1 - 0.8)'
printf 'pool,demand,quota,weight,usage\na,100,0,1,0.8\nb,3,0,1,0.2\n' | slot-fair --total-slots 10 --rule quota --usage-weight 1
echo '--- whole slots of 9: P of 0.35 and 0.65 are 3.15 and 5.85, cut to 3 and 5, and the slot left goes to the larger rest'
printf 'pool,demand,quota,weight,usage\na,100,0,1,0.8\nb,100,0,1,0.2\n' | slot-fair --total-slots 9 --rule quota --usage-weight 0.5 --whole largest-remainder
echo '--- each used more than all: no P is above 0, and the surplus stays; quotas do not go by usage'
printf 'pool,demand,quota,weight,usage\na,100,2,1,3\nb,100,1,1,3\n' | slot-fair --total-slots 9 --rule quota --usage-weight 1
printf 'pool,demand,quota,weight,usage\na,100,2,1,0.5\nb,100,1,1,0\n' | slot-fair --total-slots 9 --rule quota --usage-weight 1 --explain
echo '--- what is wrong'
slot-fair --rule windows windows.csv
slot-fair --decay 0.5 --total-slots 3 windows.csv
slot-fair --usage-weight 1 --total-slots 3 windows.csv
slot-fair --rule windows --decay 2 windows.csv
slot-fair --rule windows --decay 1 --total-slots 4 windows.csv
printf 'pool,windows\na,1|x\n' | slot-fair --rule windows --decay 0.5
printf 'pool,windows\na,1|-2\n' | slot-fair --rule windows --decay 0.5
printf 'pool,windows\na,%s1\n' "$(yes '1|' | head -24 | tr -d '\n')" | slot-fair --rule windows --decay 0.5
printf 'pool,windows,parent\nb,1,\na,1,b\n' | slot-fair --rule windows --decay 0.5
exit 0
