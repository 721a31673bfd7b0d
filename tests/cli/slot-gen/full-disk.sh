# SPDX-License-Identifier: GPL-3.0-or-later
slot-gen --preset fb-warehouse >/dev/full
