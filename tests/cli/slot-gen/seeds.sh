# SPDX-License-Identifier: GPL-3.0-or-later
slot-gen --preset tr-bm --seed 1 | cmp - "$TOP/traces/tr-bm.csv" && echo same
slot-gen --preset tr-bm --seed 2 | cmp -s - "$TOP/traces/tr-bm.csv" || echo other
