# SPDX-License-Identifier: GPL-3.0-or-later
slot-gen --list-presets | cut -d, -f 1
