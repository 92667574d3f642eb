import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bringDebianPackages, type PackagesFolder } from './debian-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import { progress, StackError } from './progress'
import { redisUsers, type RedisUser } from './redis-users'
import { writePrivateFile } from './secrets'
import { storePath, type ProcessPlan } from './supervised-process'

export interface RedisOptions {
  program: string
  folder: string
  port: number
  /** `pas_admin` may do everything. There is no other user. */
  passwords: Readonly<Partial<Record<RedisUser, string>>> & { pas_admin: string }
  /** Of the keys to which users have rights; `pas` by default. */
  prefix?: string | undefined
  /** For tests: keeps no data on disk. */
  isThrowAway?: boolean
}

/** Since this version, users can have rights to read keys without writing them. */
const leastVersion = 7

export const redisUrl = ({ port, passwords }: RedisOptions, user: RedisUser = 'pas_admin'): string =>
  `redis://${user}:${passwords[user]}@127.0.0.1:${port}`

/** On `searchPath` if new enough, else downloaded from Debian. Throws a `StackError`. */
export async function findRedisServer(searchPath: string, packages: PackagesFolder): Promise<string> {
  const onPath = findProgram(['redis-server'], searchPath, packages.identity)
  if (onPath && isNewEnough(onPath)) return onPath
  const brought = path.join(packages.path, 'redis', 'bin', 'redis-server')
  if (existsSync(brought)) return brought
  progress('downloading redis-server from Debian (4 MB)')
  try {
    await bringDebianPackages(
      { name: 'redis', packages: ['redis-server'], programs: { 'redis-server': 'usr/bin/redis-server' } },
      packages,
    )
  } catch (error) {
    packages.signal.throwIfAborted()
    throw new StackError(
      `redis-server is not on PATH and could not be downloaded (${(error as Error).message}): install Redis ${leastVersion} or newer, e.g. 'apt-get install redis-server', or set REDIS_URL.`,
      { cause: error },
    )
  }
  return brought
}

function isNewEnough(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', env: { PATH: storePath } })
  return Number(/v=(\d+\.\d+)/.exec(stdout)?.[1] ?? 0) >= leastVersion
}

/** Evicts no keys. */
export function planRedis(
  options: RedisOptions,
  surroundings: Pick<ProcessPlan, 'identity' | 'logFolder' | 'recordFolder'>,
): ProcessPlan {
  const { program, folder, port, passwords, prefix = 'pas', isThrowAway = false } = options
  const configFile = path.join(folder, 'redis.conf')
  // In a private file, because every user can read a process's arguments, with the passwords' hashes.
  const config = [
    'bind 127.0.0.1',
    `port ${port}`,
    ...redisUsers(passwords, prefix),
    `dir "${folder.replace(/["\\]/g, '\\$&')}"`,
    `appendonly ${isThrowAway ? 'no' : 'yes'}`,
    'save ""',
    'maxmemory-policy noeviction',
    'daemonize no',
  ]
  writePrivateFile(configFile, `${config.join('\n')}\n`, surroundings.identity)
  return {
    ...surroundings,
    name: 'redis',
    command: program,
    args: [configFile],
    env: { PATH: storePath },
    folder,
    stopSignal: 'SIGTERM',
    stopGraceMs: 10_000,
    untilReady: (signal) => untilPong(port, passwords.pas_admin, signal),
  }
}

async function untilPong(port: number, password: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await answersPong(port, password)) return
    await delay(30)
  }
}

/** By Redis's inline protocol. False while it loads its data and answers `-LOADING`. */
function answersPong(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () =>
      socket.end(`AUTH pas_admin ${password}\r\nPING\r\nQUIT\r\n`),
    )
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (part) => (answer += part.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve(answer.includes('+PONG'))
    })
  })
}
