import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import type { Identity } from '@pas/engine-programs/identity'
import { mirrorFile, mirrorTree } from './mirror-tree'
import { StackError } from './progress'
import { isReachable } from '@pas/engine-programs/reachable'

export interface Home {
  /** PAS_HOME, absolute. */
  path: string
  /** The clone, or a copy that the run user can read. */
  tree: string
  node: string
  /** When we are root: the run user can execute but not read it. */
  serviceNode: string
  /** The run user owns these. `postgres`, `redis`, `storage` and `packages` are kept between runs. */
  postgres: string
  redis: string
  storage: string
  packages: string
  /** HOME and scratch space of the processes that we start. */
  user: string
  /** We own these; the run user can read them. */
  tls: string
  fonts: string
  /** We own these; no other user can read them. */
  logs: string
  processes: string
}

/** Holds the folders of each PAS_HOME that the run user cannot reach. */
const systemFolder = '/var/lib/pas'
const ownedByRunUser = ['postgres', 'redis', 'storage', 'packages', 'user'] as const
const readByRunUser = ['tls', 'fonts'] as const
const oursAlone = ['logs', 'processes'] as const

/** What is copied for the run user; `.git`, `.env`, `.run` and the like are not. */
const treeEntries = new Set([
  '.dockerignore',
  '.pnpmfile.cjs',
  'docker-compose.yml',
  'pnpm-lock.yaml',
  'package.json',
  'jest.config.js',
  'tsconfig.json',
  'tsconfig.base.json',
  'pnpm-workspace.yaml',
  'prisma.config.ts',
  'node_modules',
  'packages',
  'services',
  'bin',
  'tools',
  'bench',
  'evidence',
  'tests',
  'prisma',
  'docs',
  'infra',
  'examples',
  '.env.example',
])

/**
 * When the run user cannot reach PAS_HOME, its folders are made below `/var/lib/pas` and linked; when it cannot reach
 * the clone, `tree` is a copy. Rejects with a `StackError` when a folder cannot be written or is another user's.
 */
export async function prepareHome(homePath: string, clone: string, identity: Identity): Promise<Home> {
  makeWritableFolder(homePath)
  const place = isReachable(homePath, identity) ? homePath : systemPlace(homePath)
  mkdirSync(place, { recursive: true, mode: 0o755 })
  for (const name of ownedByRunUser) placeFolder(homePath, place, name, 0o700, identity)
  for (const name of readByRunUser) placeFolder(homePath, place, name, 0o755)
  for (const name of oursAlone) placeFolder(homePath, homePath, name, 0o700)
  const at = (name: string): string => path.join(place, name)
  const own = (name: string): string => path.join(homePath, name)
  return {
    path: homePath,
    tree: await readableTree(clone, place, identity),
    node: readableNode(place, identity),
    serviceNode: sealedNode(place, identity),
    postgres: at('postgres'),
    redis: at('redis'),
    storage: at('storage'),
    packages: at('packages'),
    user: at('user'),
    tls: at('tls'),
    fonts: at('fonts'),
    logs: own('logs'),
    processes: own('processes'),
  }
}

function makeWritableFolder(homePath: string): void {
  try {
    mkdirSync(homePath, { recursive: true, mode: 0o755 })
    accessSync(homePath, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StackError(`PAS_HOME ${homePath} cannot be written: ${(error as Error).message}`)
  }
}

function systemPlace(homePath: string): string {
  const resolved = realpathSync(homePath)
  const hash = createHash('sha256').update(resolved).digest('hex').slice(0, 10)
  return path.join(systemFolder, `${path.basename(path.dirname(resolved))}-${hash}`)
}

function placeFolder(homePath: string, place: string, name: string, mode: number, owner?: Identity): void {
  const folder = path.join(place, name)
  const link = path.join(homePath, name)
  if (place !== homePath) linkToPlace(link, folder, name)
  mkdirSync(folder, { recursive: true, mode })
  const expected = owner ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const { uid } = statSync(folder)
  if (uid === expected.uid) return
  // Root hands over folders that it owns, such as those just made, but never takes a folder from another user.
  if (uid !== 0 || process.getuid?.() !== 0)
    throw new StackError(
      `${folder} belongs to another user (uid ${uid}): start as that user, or set PAS_HOME to a folder of your own.`,
    )
  chownSync(folder, expected.uid, expected.gid)
}

/** Moves data that is at `link` to `folder`. Removes first what a deleted PAS_HOME of the same path left there. */
function linkToPlace(link: string, folder: string, name: string): void {
  const present = lstatSync(link, { throwIfNoEntry: false })
  if (present?.isSymbolicLink()) return
  if (name !== 'packages') rmSync(folder, { recursive: true, force: true })
  if (present) moveFolder(link, folder)
  symlinkSync(folder, link)
}

function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    cpSync(from, to, { recursive: true, preserveTimestamps: true })
    rmSync(from, { recursive: true })
  }
}

async function readableTree(clone: string, place: string, identity: Identity): Promise<string> {
  const sample = [
    '.',
    'package.json',
    'packages',
    'node_modules',
    'node_modules/.pnpm',
    'tools/stack/dist/main.js',
  ]
  if (sample.every((file) => isReachable(path.join(clone, file), identity))) return clone
  const mirror = path.join(place, 'tree')
  await mirrorTree(clone, mirror, (relative) => !relative.includes(path.sep) && !treeEntries.has(relative))
  return mirror
}

function readableNode(place: string, identity: Identity): string {
  if (isReachable(process.execPath, identity)) return process.execPath
  const copy = path.join(place, 'node', 'node')
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 })
  mirrorFile(realpathSync(process.execPath), copy)
  return copy
}

/**
 * Only root can read it. The kernel then hides its processes from the run user (execve(2), PR_SET_DUMPABLE), so a
 * compromised engine finds no secret in a service's environment or memory. Without root it is the ordinary Node.
 */
function sealedNode(place: string, identity: Identity): string {
  if (!identity.isDropped) return process.execPath
  const source = realpathSync(process.execPath)
  const { size, mtimeMs } = statSync(source)
  const modifiedAtMs = Math.round(mtimeMs)
  const copy = path.join(place, 'sealed', 'node')
  const present = statSync(copy, { throwIfNoEntry: false })
  if (present?.size === size && Math.round(present.mtimeMs) === modifiedAtMs) return copy
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 })
  const unfinished = `${copy}.new`
  rmSync(unfinished, { force: true })
  copyFileSync(source, unfinished, constants.COPYFILE_FICLONE)
  chmodSync(unfinished, 0o711)
  utimesSync(unfinished, new Date(), new Date(modifiedAtMs))
  // Rename, so that running processes keep the old file.
  renameSync(unfinished, copy)
  return copy
}
