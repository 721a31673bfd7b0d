# SPDX-License-Identifier: GPL-3.0-or-later
slot-gen --jobs 200000 | slot-trace 2>&1 | head -n 1
slot-gen --jobs 2000 | slot-trace --record tasks 2>&1 | head -n 1
