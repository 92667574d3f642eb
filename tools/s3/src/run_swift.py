"""Runs OpenStack Swift with s3api in the foreground, on one disk, for tests.

run_swift.py HOME ADDRESS PORT: everything is kept in HOME, and s3api listens at ADDRESS:PORT. The variable SWIFT_USERS
has `account:user=secret` for each access key, separated by commas: with tempauth, s3api expects `account:user` as the
access key. It ends all servers when one ends, or when it is told to.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time

from swift.common.ring import RingBuilder
from swift.common.utils import set_swift_dir
from swift.common.wsgi import run_wsgi

home, address, proxy_port = sys.argv[1:4]
inner_kinds = ["account", "container", "object"]
filters = ["catch_errors", "gatekeeper", "healthcheck", "listing_formats", "copy", "slo", "dlo", "versioned_writes"]


def write(name, text):
    with open(f"{home}/{name}", "w") as file:
        file.write(text)


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def write_configuration(inner_ports):
    users = [user.split("=") for user in os.environ["SWIFT_USERS"].split(",")]
    os.makedirs(f"{home}/devices/d1", exist_ok=True)
    try:
        os.setxattr(f"{home}/devices/d1", "user.swift.metadata", b"x" * 1024)
    except OSError:
        sys.exit(f"{home} does not support extended attributes, which Swift needs: take a folder (TMPDIR) on ext4, xfs or btrfs")
    write(
        "swift.conf",
        "[swift-hash]\nswift_hash_path_prefix = pas\nswift_hash_path_suffix = pas\n"
        "[storage-policy:0]\nname = only\ndefault = yes\n",
    )
    for kind, port in [("proxy", proxy_port), *zip(inner_kinds, inner_ports)]:
        # `workers`: one process for each server, as a forked one could outlive it. By default Swift refuses writes when
        # less than 1 % of the disk is free.
        general = f"""[DEFAULT]
swift_dir = {home}
devices = {home}/devices
bind_ip = {address if kind == "proxy" else "127.0.0.1"}
bind_port = {port}
mount_check = false
workers = 0
fallocate_reserve = 0
disable_fallocate = true
"""
        if kind != "proxy":
            write(
                f"{kind}-server.conf",
                f"{general}[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n",
            )
            rings = RingBuilder(4, 1, 1)
            rings.add_dev(
                {"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "d1"}
            )
            rings.rebalance()
            rings.get_ring().save(f"{home}/{kind}.ring.gz")
            continue
        # tempauth requires a cache. Nothing listens at its address: every look-up misses at once.
        accounts = "".join(f"user_{name.replace(':', '_')} = {secret} .admin\n" for name, secret in users)
        others = "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in filters)
        write(
            "proxy-server.conf",
            f"""{general}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck listing_formats cache s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
{accounts}{others}""",
        )


def serve(kind):
    # 1 is PR_SET_PDEATHSIG: the kernel kills the server when the process that started it ends, however it ends.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    # Otherwise Swift reads swift.conf from /etc/swift.
    set_swift_dir(home)
    sys.exit(run_wsgi(f"{home}/{kind}-server.conf", f"{kind}-server", verbose=True))


def start(kind):
    servers.append(subprocess.Popen([sys.executable, __file__, *sys.argv[1:], kind]))


def wait_until_listening(port):
    """The caller gives up on servers that never listen."""
    while True:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


def stop(*_):
    for server in servers:
        server.terminate()
    sys.exit(0)


if len(sys.argv) > 4:
    serve(sys.argv[4])
servers = []
signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
inner_ports = free_ports(len(inner_kinds))
write_configuration(inner_ports)
for kind in inner_kinds:
    start(kind)
# Last, so that a request that the proxy accepts finds the servers behind it.
for port in inner_ports:
    wait_until_listening(port)
start("proxy")
os.wait()
stop()
