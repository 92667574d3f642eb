import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnIdentity } from '@pas/engine-programs/identity'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { findFreePort } from '@pas/stack/ports'
import { programEnvironment } from '@pas/stack/program-environment'
import { progress, StackError } from '@pas/stack/progress'

/** Has every server and s3api, but starts no daemon. */
const swiftPackage = 'python3-swift'
/** Debian's Python packages are for this interpreter; another `python3` on PATH would not find them. */
const debianPython = '/usr/bin/python3'
const program = path.join(__dirname, '../src/run_swift.py')
const accessKeyId = 'pas:s3'
/** No secret: it protects only a temporary server on loopback. */
const secretAccessKey = 'only-for-this-run'
const startTimeoutMs = 60_000
const stopGraceMs = 10_000

export interface S3Server {
  env: Readonly<
    Record<'S3_ENDPOINT' | 'S3_FORCE_PATH_STYLE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>
  >
  stop(): Promise<void>
}

/** Throws a `StackError` with the command to type when it is missing and this user is not root. */
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

/** One disk, on a free loopback port and in a temporary folder, never as root. */
export async function startSwift(): Promise<S3Server> {
  const identity = resolveIdentity()
  const home = mkdtempSync(path.join(tmpdir(), 'pas-swift-'))
  if (identity.isDropped) chownSync(home, identity.uid, identity.gid)
  const port = await findFreePort()
  const log = openSync(path.join(home, 'log'), 'a')
  const child = spawn(debianPython, [program, home, '127.0.0.1', String(port)], {
    cwd: home,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/bin:/bin', HOME: home, SWIFT_USERS: `${accessKeyId}=${secretAccessKey}` },
    ...spawnIdentity(identity),
  })
  closeSync(log)
  const stop = async (): Promise<void> => {
    await stopChild(child)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await untilListening(port, child, home)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_FORCE_PATH_STYLE: '1',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    stop,
  }
}

async function untilListening(port: number, child: ChildProcess, home: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new StackError(
        `Swift did not listen within ${startTimeoutMs / 1000} s, or ended:\n${readFileSync(path.join(home, 'log'), 'utf8').slice(-4_000)}`,
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

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
  await exited
  clearTimeout(killing)
}
