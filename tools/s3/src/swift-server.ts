import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnIdentity, type Identity } from '@pas/engine-programs/identity'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { findFreePort } from '@pas/stack/ports'
import { programEnvironment } from '@pas/stack/program-environment'
import { progress, StackError } from '@pas/stack/progress'
import {
  accessKeyId,
  secretAccessKey,
  swiftServers,
  writeSwiftConfiguration,
  type SwiftPorts,
} from './swift-configuration'

/**
 * Debian's package of Swift's Python library. It contains every server and s3api, but no daemon or init script that
 * would start one.
 */
const swiftPackage = 'python3-swift'
/** The interpreter for which Debian installs its Python packages; another `python3` on PATH would not find them. */
const debianPython = '/usr/bin/python3'
const startTimeoutMs = 60_000
const stopGraceMs = 10_000

/** A running S3 server, and the environment variables with which a service reaches it. */
export interface S3Server {
  env: Readonly<
    Record<'S3_ENDPOINT' | 'S3_FORCE_PATH_STYLE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>
  >
  stop(): Promise<void>
}

/** Installs Swift when it is missing. Throws a `StackError` with the command to type when this user is not root. */
export function ensureSwiftInstalled(): void {
  if (isSwiftInstalled()) return
  const install = ['install', '-y', '-qq', '--no-install-recommends', swiftPackage]
  if (process.getuid?.() !== 0)
    throw new StackError(`OpenStack Swift is not installed; type as root: apt-get ${install.join(' ')}`)
  progress(`installing Debian's ${swiftPackage}`)
  for (const args of [['update', '-qq'], install]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...programEnvironment(), DEBIAN_FRONTEND: 'noninteractive' },
    })
    // `apt-get update` fails when any one package source does not answer; the package may still be installable.
    if (status !== 0 && args === install)
      throw new StackError(
        `${swiftPackage} could not be installed: ${`${stdout}${stderr}`.trim().slice(-1_000)}`,
      )
  }
  if (!isSwiftInstalled())
    throw new StackError(
      `${swiftPackage} is installed, but ${debianPython} cannot import swift's s3api from it`,
    )
}

function isSwiftInstalled(): boolean {
  return spawnSync(debianPython, ['-c', 'import swift.common.middleware.s3api.s3api']).status === 0
}

/** Starts a Swift cluster of one disk with s3api, on free loopback ports and in a temporary folder, never as root. */
export async function startSwift(): Promise<S3Server> {
  const identity = resolveIdentity()
  const home = mkdtempSync(path.join(tmpdir(), 'pas-swift-'))
  const children: ChildProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(stopChild))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const device = path.join(home, 'devices', 'd1')
    mkdirSync(device, { recursive: true })
    const ports: SwiftPorts = {
      proxy: await findFreePort(),
      account: await findFreePort(),
      container: await findFreePort(),
      object: await findFreePort(),
    }
    writeSwiftConfiguration(home, ports)
    buildRings(home, ports)
    if (identity.isDropped) for (const own of [home, device]) chownSync(own, identity.uid, identity.gid)
    assertExtendedAttributes(device)
    for (const kind of swiftServers) children.push(startServer(home, kind, identity))
    for (const kind of swiftServers) await untilListening(ports[kind], children, home)
    return {
      env: {
        S3_ENDPOINT: `http://127.0.0.1:${ports.proxy}`,
        S3_FORCE_PATH_STYLE: '1',
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Writes one ring for each kind of server: 16 partitions, one replica, one device. */
function buildRings(home: string, { account, container, object }: SwiftPorts): void {
  const program = `
import json, sys
from swift.common.ring import RingBuilder
home, ports = sys.argv[1], json.loads(sys.argv[2])
for kind, port in ports.items():
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1'})
    builder.rebalance()
    builder.get_ring().save(f'{home}/{kind}.ring.gz')
`
  execFileSync(debianPython, ['-c', program, home, JSON.stringify({ account, container, object })])
}

/** Swift keeps an object's metadata in extended attributes; on a file system without them it answers 507 for ever. */
function assertExtendedAttributes(folder: string): void {
  const program = "import os, sys; os.setxattr(sys.argv[1], 'user.swift.metadata', b'x' * 1024)"
  if (spawnSync(debianPython, ['-c', program, folder]).status !== 0)
    throw new StackError(
      `${folder} does not support extended attributes, which Swift needs: set TMPDIR to a folder on ext4, xfs or btrfs`,
    )
}

function startServer(home: string, kind: string, identity: Identity): ChildProcess {
  // set_swift_dir has to run first: Swift otherwise reads swift.conf from /etc/swift. prctl 1 is PR_SET_PDEATHSIG: the
  // kernel kills the server when this process ends, however it ends.
  const program = `
import ctypes, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
from swift.common.utils import set_swift_dir
from swift.common.wsgi import run_wsgi
home, kind = sys.argv[1:]
set_swift_dir(home)
sys.exit(run_wsgi(f'{home}/{kind}-server.conf', f'{kind}-server', verbose=True))
`
  const log = openSync(path.join(home, `${kind}.log`), 'a')
  const child = spawn(debianPython, ['-c', program, home, kind], {
    cwd: home,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/bin:/bin', HOME: home },
    ...spawnIdentity(identity),
  })
  closeSync(log)
  return child
}

async function untilListening(port: number, children: readonly ChildProcess[], home: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (!(await accepts(port))) {
    if (children.some((child) => child.exitCode !== null) || Date.now() > deadline)
      throw new StackError(
        `Swift did not listen within ${startTimeoutMs / 1000} s, or ended:\n${endOfLogs(home)}`,
      )
    await delay(100)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
}

function endOfLogs(home: string): string {
  return swiftServers
    .map((kind) => path.join(home, `${kind}.log`))
    .filter((file) => existsSync(file))
    .map((file) => `${path.basename(file)}: ${readFileSync(file, 'utf8').slice(-1_000)}`)
    .join('\n')
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
  await exited
  clearTimeout(killing)
}
