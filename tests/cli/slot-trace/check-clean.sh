# SPDX-License-Identifier: GPL-3.0-or-later
slot-trace --check "$TOP/traces/tr-bm.csv" | awk -F, '{ n += $2 } END { print NR - 1, n }'
