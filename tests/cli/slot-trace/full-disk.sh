# SPDX-License-Identifier: GPL-3.0-or-later
slot-gen --jobs 100 | slot-trace >/dev/full
echo "exit $?"
slot-trace --info "$TOP/traces/tr-bm.csv" >/dev/full
echo "exit $?"
