import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { readStorageConfig } from '@pas/storage/storage-config'
import { withDatabaseAt } from '../perform'
import type { Environment } from '../read-environment'
import { check, skipped, type Check } from './check'

const warnedShare = 0.15
const failedShare = 0.05
const hourMs = 3_600_000
/** As the alert "backup too old". */
const oldestBackupHours = 26

/** Of the disks of a store that is a folder, and of Postgres where it runs on this machine. */
export function checkDisk(env: Environment & { DATABASE_URL: string }): Promise<Check> {
  return check('disk', 'check STORAGE_URL', async () => {
    const storage = readStorageConfig(env)
    const folders = [
      storage.kind === 'file' ? storage.path : null,
      await findDatabaseFolder(env.DATABASE_URL),
    ]
    const places = folders.filter((folder) => folder !== null)
    if (places.length === 0)
      return skipped('neither the object store nor Postgres is on a disk of this machine')
    const disks = await Promise.all(
      places.map(async (folder) => {
        const { bavail, blocks, bsize } = await statfs(folder)
        const gigabytes = ((bavail * bsize) / 1e9).toFixed(1)
        const share = bavail / blocks
        return { share, text: `${gigabytes} GB (${Math.floor(share * 100)} %) free at ${folder}` }
      }),
    )
    const least = Math.min(...disks.map(({ share }) => share))
    const detail = disks.map(({ text }) => text).join('; ')
    if (least >= warnedShare) return { status: 'ok', detail }
    const status = least < failedShare ? 'failed' : 'warned'
    return { status, detail: `${detail}: make room, as docs/operations.md says under "Alert: disk full"` }
  })
}

/** Null when it is on another machine, or may not be read. */
async function findDatabaseFolder(url: string): Promise<string | null> {
  if (!['', 'localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)) return null
  const rows = await withDatabaseAt(
    url,
    (db) => db.$queryRaw<{ data_directory: string }[]>`SHOW data_directory`,
  )
    // Only some roles may ask for it, and `check-stores` tells of a database that is away.
    .catch(() => [])
  const folder = rows[0]?.data_directory ?? null
  return folder !== null && (await stat(folder).catch(() => null)) ? folder : null
}

/** By the file that a complete backup writes, or else by the newest dump of a folder. */
export function checkBackup({ BACKUP_METRICS: file, BACKUP_TO: to }: Environment, now: Date): Promise<Check> {
  const advice = 'see docs/operations.md, "Backup and restore"'
  return check('backup', advice, async () => {
    if (file === undefined && (to === undefined || !path.isAbsolute(to)))
      return skipped(
        to === undefined
          ? 'neither BACKUP_METRICS nor BACKUP_TO is set here: run this where back-up.sh runs, to see how old the newest is'
          : `${to} is no folder: 'rclone lsl ${to}/rows' shows the newest`,
      )
    const at = file === undefined ? await newestDump(path.join(to ?? '', 'rows')) : await finishedAt(file)
    if (at === null) throw new Error(`there is no backup in ${file ?? to}`)
    const hours = Math.max(0, Math.floor((now.getTime() - at) / hourMs))
    if (hours > oldestBackupHours) throw new Error(`the newest backup is ${hours} h old`)
    return { status: 'ok', detail: `the newest is ${hours} h old` }
  })
}

async function newestDump(folder: string): Promise<number | null> {
  const dumps = (await readdir(folder)).filter((name) => name.endsWith('.dump'))
  const times = await Promise.all(dumps.map(async (name) => (await stat(path.join(folder, name))).mtimeMs))
  return times.length > 0 ? Math.max(...times) : null
}

async function finishedAt(file: string): Promise<number | null> {
  const seconds = /^pas_backup_finished_timestamp_seconds (\d+)$/m.exec(await readFile(file, 'utf8'))?.[1]
  return seconds === undefined ? null : Number(seconds) * 1_000
}
