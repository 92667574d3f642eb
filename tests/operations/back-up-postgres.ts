import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'

/** A base backup: a folder of data that a server of the same major version starts on. */
export interface BaseBackup {
  /** Puts it where the lost data was; the server must be stopped. */
  restore(): Promise<void>
}

/**
 * Copies a running server's data into `folder`, in the steps of
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP, which are what
 * pg_basebackup does: that program is not in the npm package that brings the server. `url` is the superuser's, and the
 * server's files are ours to read.
 */
export async function backUpPostgres(url: string, folder: string): Promise<BaseBackup> {
  // The backup is this one connection's: it stays open all the while.
  const connection = new Client({ connectionString: url })
  await connection.connect()
  try {
    const { rows } = await connection.query<{ data_directory: string }>('SHOW data_directory')
    const cluster = rows[0]?.data_directory ?? ''
    const log = path.join(cluster, 'pg_wal')
    await connection.query("SELECT pg_backup_start('rehearsal', fast => true)")
    const isLeftOut = (file: string): boolean =>
      file === path.join(cluster, 'postmaster.pid') || file.startsWith(`${log}${path.sep}`)
    await cp(cluster, folder, { recursive: true, filter: (file) => !isLeftOut(file) })
    const stopped = await connection.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(path.join(folder, 'backup_label'), stopped.rows[0]?.labelfile ?? '')
    // Last: what was written while we copied, which brings the copy to one moment.
    await cp(log, path.join(folder, 'pg_wal'), { recursive: true })
    return {
      restore: async () => {
        await rm(cluster, { recursive: true, force: true })
        await mkdir(path.dirname(cluster), { recursive: true })
        await cp(folder, cluster, { recursive: true })
      },
    }
  } finally {
    await connection.end()
  }
}
