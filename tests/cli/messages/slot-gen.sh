# SPDX-License-Identifier: GPL-3.0-or-later
# What slot-gen refuses, each by its own message.
try() { slot-gen "$@" 2>&1 >/dev/null | sed -n 1p | cut -c 1-160; }
try --jobs 1 --prefix "$(printf '%0256d' 0)"
try --jobs 1 --map-time table:tr
try --jobs 1 --maps zzzzzzzz:1
try --jobs 1 --maps table:
try --jobs 9 --arrival uniform:1000000000000s
printf 'maps,maps_to,jobs\n1,200000000,1\n' >t.csv
try --jobs 1 --maps table:t.csv
