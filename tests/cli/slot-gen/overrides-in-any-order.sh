# SPDX-License-Identifier: GPL-3.0-or-later
slot-gen --jobs 3 --preset tr-sticky --pool-names a,b | cut -d, -f 1-3,7
slot-gen --preset tr-sticky --pool-names a,b --jobs 3 | cut -d, -f 1-3,7
