# SPDX-License-Identifier: GPL-3.0-or-later
# programs.sh - what the scripts beside it begin with, and read by ".": $top of the tree, $b and $bin where it was built, the programs
# $slot, $gen and $naive, and a folder $work that goes when the script ends.
top=$(cd "$(dirname "$0")/../.." && pwd)
b=${B:-$top/build/release}
case $b in /*) ;; *) b=$top/$b ;; esac
bin=${BIN:-$top/bin}
case $bin in /*) ;; *) bin=$top/$bin ;; esac
slot=${SLOT_REPLAY:-$bin/slot-replay}
gen=${GEN_WORKLOAD:-$b/tests/naive/gen-workload}
naive=${NAIVE_REPLAY:-$b/tests/naive/naive-replay}
for program in "$slot" "$gen" "$naive"; do
    [ -x "$program" ] || { echo "${0##*/}: not there: $program" >&2; exit 2; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
