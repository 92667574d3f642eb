import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'

/** A base backup: a copy of the server's data folder, on which a server of the same major version can start. */
export interface BaseBackup {
  /** Copies the backup to where the data was. The server must be stopped. */
  restore(): Promise<void>
}

/**
 * Copies a running server's data into `folder`, by the steps of
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP. pg_basebackup does the
 * same, but is not in the npm package of the server. `url` has to be the superuser's, and this user has to be able to
 * read the server's files.
 */
export async function backUpPostgres(url: string, folder: string): Promise<BaseBackup> {
  // The backup ends when the connection that started it closes, so it is kept open until pg_backup_stop.
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
    // Last, the write-ahead log with what was written during the copy: replaying it makes the copy consistent.
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
