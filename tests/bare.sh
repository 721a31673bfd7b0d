# SPDX-License-Identifier: GPL-3.0-or-later
# bare.sh - a bare Debian 12 in the folder $root, for the scripts beside it that read this by ".". They begin anew in a mount namespace of
# their own, so that what they mount in the root goes with them.
#   bare              the root anew: it has nothing but apt
#   inside COMMAND    runs there
#   test_that WHAT COMMAND    counts $passed and $failed; of a command that failed prints WHAT and its last lines
export LC_ALL=C DEBIAN_FRONTEND=noninteractive
[ "$(id -u)" = 0 ] || { echo "${0##*/}: only root may enter another root" >&2; exit 1; }
.ci/setup mmdebstrap || exit 1
[ -n "$SLOTWISE_OWN_MOUNTS" ] || exec env SLOTWISE_OWN_MOUNTS=1 unshare --mount --propagation private "$PWD/tests/${0##*/}" "$@"
root=$PWD/build/bare/root
passed=0 failed=0
mkdir -p build/bare

test_that() { # WHAT COMMAND...
    what=$1
    shift
    if "$@" >build/bare/log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$what:"
        tail -n 30 build/bare/log
    fi
}
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }

no_root() {
    umount "$root/proc" "$root/var/cache/apt/archives" 2>/dev/null
    rm -rf --one-file-system "$root"
}
bare() {
    no_root
    [ -e build/bare/root.tar ] || mmdebstrap --variant=apt bookworm build/bare/root.tar http://deb.debian.org/debian || return 1
    mkdir "$root" && tar -xf build/bare/root.tar -C "$root" --exclude='./dev/*' &&
        for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}" || return 1; done
    for link in fd: stdin:/0 stdout:/1 stderr:/2; do ln -s "/proc/self/fd${link#*:}" "$root/dev/${link%:*}" || return 1; done
    mkdir -m 1777 "$root/dev/shm" && mount_in_root
}
# What was fetched once is not fetched again.
mount_in_root() {
    mkdir -p build/bare/archives/partial "$root/var/cache/apt/archives" &&
        mount -t proc proc "$root/proc" && mount --bind build/bare/archives "$root/var/cache/apt/archives"
}
