#!/bin/sh
# own-engine.sh ROOT DATA CLONE WORK: becomes a Docker engine whose root is ROOT, in the namespaces in which it was
# started (mount, pid, net, ipc, uts). It keeps images in DATA, listens on /run/docker.sock in its own root, and sees CLONE
# (read-only) and WORK under the names that they have outside. Everything ends with its first process: mounts,
# interfaces and rules are those of its namespaces.
set -eu
root=$1 data=$2 clone=$3 work=$4
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mkdir -p "$root/var/lib/docker" "$root$clone" "$root$work" "$root/old"
mount --bind "$data" "$root/var/lib/docker"
mount --bind "$clone" "$root$clone"
mount -o remount,bind,ro "$root$clone"
mount --bind "$work" "$root$work"
cat /etc/resolv.conf >"$root/etc/resolv.conf"
cd "$root"
pivot_root . old
umount -l /old
ip link set lo up
exec dockerd --data-root /var/lib/docker --host unix:///run/docker.sock --cgroup-parent /pas-test-containers
