# SPDX-License-Identifier: GPL-3.0-or-later
# About 40,000 maps whatever the size of a job.
for n in 3 10 100; do slot-gen --preset tr-small-jobs --maps $n | slot-trace --info | grep -E '^(jobs|maps),'; done
