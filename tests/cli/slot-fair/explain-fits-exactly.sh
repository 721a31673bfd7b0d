# SPDX-License-Identifier: GPL-3.0-or-later
# Demands of 4 and 6 on 10 slots fit, with none left. On 20 slots whole slots are the demands too, not one more.
printf 'pool,demand\na,4\nb,6\n' >pools.csv
slot-fair --slots 10 --explain pools.csv
slot-fair --slots 20 --whole largest-remainder pools.csv
