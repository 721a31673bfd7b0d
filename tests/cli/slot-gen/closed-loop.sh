# SPDX-License-Identifier: GPL-3.0-or-later
slot-gen --arrival closed:2,5s --jobs 5 | cut -d, -f 1,2,18,19
