#!/bin/sh
# neighbour.sh HOST:PORT…: a second host on this machine's network, in a network namespace of its own, tries to open each
# of these. It sends also what is for 127.0.0.0/8 and for the containers' networks to this machine. Prints a line for
# each: 'open' or 'refused', and the address. Everything that it makes ends with it.
set -eu
unshare --net sleep 120 &
neighbour=$!
trap 'kill $neighbour' EXIT
until [ "$(readlink /proc/$neighbour/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do :; done
far() { nsenter --target "$neighbour" --net "$@"; }
ip link add near type veth peer name far netns "$neighbour"
ip address add 192.0.2.1/24 dev near
ip link set near up
far ip address add 192.0.2.2/24 dev far
far ip link set far up
far sh -c 'echo 1 >/proc/sys/net/ipv4/conf/far/route_localnet'
far ip route add default via 192.0.2.1
far ip route add 127.0.0.0/8 via 192.0.2.1
for one in "$@"; do
  if far timeout 3 bash -c "exec 3<>/dev/tcp/${one%:*}/${one#*:}" 2>/dev/null; then
    echo "open $one"
  else
    echo "refused $one"
  fi
done
