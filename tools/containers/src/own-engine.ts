import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bringDebianPackages, type PackagesFolder } from '@pas/stack/debian-packages'
import { programEnvironment } from '@pas/stack/program-environment'
import { progress, StackError } from '@pas/stack/progress'
import { runProgram } from '@pas/stack/run-program'
import type { DockerEngine } from './docker-engine'

export interface EngineFolders {
  roots: string
  data: string
  /** Files that tests share with containers. */
  work: string
  clone: string
}

/** Trixie's Docker engine is older than README asks for. */
const engineRelease = 'forky'
const enginePackages = [
  ...['ca-certificates', 'iptables', 'iproute2', 'slirp4netns'],
  ...['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx'],
]
const cgroups = '/sys/fs/cgroup'
const cgroupParent = 'pas-test-containers'
const startTimeoutMs = 60_000
const stopTimeoutMs = 30_000

/**
 * Makes a Debian root file system, once; apt checks the signatures. Uses sid's bootstrap rules, as debootstrap may not
 * know the suite yet. Throws a `StackError`.
 */
export async function makeRoot(
  { suite, name, packages }: { suite: string; name: string; packages: readonly string[] },
  { roots }: EngineFolders,
  debian: PackagesFolder,
): Promise<string> {
  const root = path.join(roots, name)
  if (existsSync(root)) return root
  progress(`making a root file system of Debian ${suite}: ${packages.join(', ')}`)
  const brought = await bringDebianPackages(
    { name: 'debootstrap', packages: ['debootstrap'], without: ['wget'], programs: {} },
    debian,
  )
  const unfinished = `${root}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const { status, stdout, stderr } = await runProgram(
    path.join(brought, 'usr/sbin/debootstrap'),
    [
      ...['--variant=minbase', `--include=${packages.join(',')}`, suite, unfinished],
      ...['http://deb.debian.org/debian', path.join(brought, 'usr/share/debootstrap/scripts/sid')],
    ],
    {
      signal: debian.signal,
      env: { ...programEnvironment(), DEBOOTSTRAP_DIR: path.join(brought, 'usr/share/debootstrap') },
    },
  )
  if (status !== 0)
    throw new StackError(`Debian ${suite} could not be made: ${`${stdout}${stderr}`.trim().slice(-1_000)}`)
  renameSync(unfinished, root)
  return root
}

/** The reason when this machine cannot have an engine of its own; else null. */
export function whyNoOwnEngine(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'making one needs root'
  if (!existsSync('/usr/bin/apt-get')) return 'making one needs apt-get'
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true'])
  return status === 0 ? null : 'this machine lets root make no namespaces'
}

/**
 * Starts a Docker engine in namespaces of its own: mounts, bridges and rules end with it, also after SIGKILL. Reaches
 * the outside by a user-mode network. Throws a `StackError`.
 */
export async function startOwnEngine(folders: EngineFolders, debian: PackagesFolder): Promise<DockerEngine> {
  const root = await makeRoot(
    { suite: engineRelease, name: 'engine', packages: enginePackages },
    folders,
    debian,
  )
  for (const folder of [folders.data, folders.work]) mkdirSync(folder, { recursive: true })
  const children: ChildProcess[] = []
  const start = (command: string, args: readonly string[]): ChildProcess => {
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Away from the terminal's Ctrl-C: containers are to end before their engine.
      detached: true,
    })
    children.push(child)
    return child
  }
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
  const script = path.join(__dirname, '../src/own-engine.sh')
  const unshare = start('unshare', [
    ...[...namespaces, 'sh', script],
    ...[root, folders.data, folders.clone, folders.work],
  ])
  let said = ''
  unshare.stderr?.on('data', (part: Buffer) => (said = `${said}${part.toString()}`.slice(-4_000)))
  const stop = async (): Promise<void> => {
    for (const child of [...children].reverse()) child.kill('SIGKILL')
    await removeCgroups()
  }
  try {
    const deadline = Date.now() + startTimeoutMs
    const within = async <Result>(look: () => Result | null): Promise<Result> => {
      for (let seen = look(); ; seen = look()) {
        if (seen !== null) return seen
        debian.signal.throwIfAborted()
        if (unshare.exitCode !== null || Date.now() > deadline)
          throw new StackError(`The Docker engine did not start: ${said}`)
        await delay(200)
      }
    }
    const pid = await within(() => firstChild(unshare.pid ?? 0))
    const enter = ['nsenter', '--target', String(pid), '--mount', '--root']
    const inside = [
      ...[...enter, '--pid', '--net', '--ipc', '--uts', '/usr/bin/env', '--ignore-environment'],
      ...[
        'HOME=/root',
        'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
        'sh',
        '-c',
        'cd "$0" && exec "$@"',
        folders.clone,
      ],
    ]
    await within(() => (succeeds([...inside, 'docker', 'version']) ? true : null))
    // In the engine's root, whose first process is the engine, but in this machine's network.
    start(enter[0] ?? '', [
      ...enter.slice(1),
      ...['slirp4netns', '--configure', '--mtu=65520', '--disable-host-loopback', '1', 'tap0'],
    ])
    await within(() => (succeeds([...inside, 'ip', 'route', 'get', '10.0.2.2']) ? true : null))
    return { inside, inNetwork: ['nsenter', '--target', String(pid), '--net'], isOwn: true, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const succeeds = ([command = '', ...args]: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

function firstChild(pid: number): number | null {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return child ? Number(child) : null
  } catch {
    return null
  }
}

async function removeCgroups(): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs
  const parents = [cgroups, ...readdirSync(cgroups).map((name) => path.join(cgroups, name))]
    .map((folder) => path.join(folder, cgroupParent))
    .filter((folder) => existsSync(folder))
  for (const parent of parents) {
    while (existsSync(parent) && Date.now() < deadline) {
      try {
        removeTree(parent)
      } catch {
        // Its last process is still ending.
        await delay(100)
      }
    }
  }
}

function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeTree(path.join(folder, entry.name))
  rmdirSync(folder)
}
