import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StackError } from '../progress'

/** The exit code of flock(1) when another process has the lock. */
const isLocked = 75

/**
 * The volume can be written, and no other container uses it. The lock is held by the open file until this process ends.
 * Throws a `StackError`.
 */
export function lockVolume(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StackError(
      `${folder} cannot be written by user ${process.getuid?.()}: mount a named volume there, or a folder that belongs to this user ('chown ${process.getuid?.()} FOLDER').`,
      { cause: error },
    )
  }
  const file = openSync(path.join(folder, 'lock'), 'a', 0o600)
  // flock(1) locks the open file, which this process shares with it.
  const { status, stderr } = spawnSync(
    'flock',
    ['--nonblock', '--conflict-exit-code', String(isLocked), '3'],
    {
      stdio: ['ignore', 'ignore', 'pipe', file],
      encoding: 'utf8',
    },
  )
  if (status === isLocked)
    throw new StackError(
      `Another container uses the volume ${folder}: two PostgreSQL servers would destroy its data. Stop that container first, or use another volume.`,
    )
  if (status !== 0) throw new StackError(`The volume ${folder} cannot be locked: ${stderr.trim()}`)
}

/**
 * Call it once the volume is locked. PostgreSQL does not start while a process has the number of one that was killed,
 * and each container counts its processes from 1.
 */
export function forgetKilledPostgres(folder: string): void {
  const clusters = path.join(folder, 'postgres')
  if (!existsSync(clusters)) return
  for (const name of readdirSync(clusters))
    rmSync(path.join(clusters, name, 'postmaster.pid'), { force: true })
}

/** Programs write to /tmp, and the text browsers are started from there. Throws a `StackError`. */
export function assertScratchSpace(): void {
  const remedy = "with --read-only, the container needs '--tmpfs /tmp:exec'"
  try {
    accessSync(tmpdir(), constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StackError(`${tmpdir()} cannot be written: ${remedy}.`, { cause: error })
  }
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
  const [, , , options = ''] = mounts.findLast(([, place]) => place === tmpdir()) ?? []
  if (options.split(',').includes('noexec'))
    throw new StackError(`Nothing in ${tmpdir()} may be executed: ${remedy}.`)
}
