import { listPendingMigrations } from '@pas/db/migrate'
import { compareMarks } from '@pas/retention/installation-mark'
import { withDatabaseAt } from '../perform'
import type { Environment } from '../read-environment'
import { withStores } from '../stores'
import { check, type Check } from './check'

export function checkStorage(env: Environment): Promise<Check> {
  return check('storage', 'check STORAGE_URL, its credentials and that the store runs', () =>
    withStores(env, async ({ storage }) => {
      await (await storage()).check()
      return { status: 'ok', detail: `an object was written, read and removed in ${env.STORAGE_URL}` }
    }),
  )
}

export function checkPostgres(url: string): Promise<Check> {
  return check('postgres', 'check DATABASE_URL and that Postgres runs', () =>
    withDatabaseAt(url, async (db) => {
      const [row] = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`
      const version = row?.server_version ?? 'unknown'
      const pending = await listPendingMigrations(url)
      if (pending.length === 0) return { status: 'ok', detail: 'every migration is applied', version }
      return { status: 'failed', detail: `lacks ${pending.join(', ')}: run 'pas migrate'`, version }
    }),
  )
}

/** Whether the marks of database and object store are the same. Both must be usable. */
export function checkInstallation(env: Environment & { DATABASE_URL: string }): Promise<Check> {
  const advice = 'check DATABASE_URL and STORAGE_URL'
  return check('installation', advice, () =>
    withStores(env, async (stores) => {
      const storage = await stores.storage()
      const marks = await withDatabaseAt(env.DATABASE_URL, (db) => compareMarks({ db, storage }))
      if (marks.difference !== null) {
        const detail = `${marks.difference}: ${advice}; if the two belong together, run 'pas retention adopt'`
        return { status: 'failed', detail }
      }
      const detail = marks.isMarked
        ? 'the database and the object store have the same mark'
        : 'neither the database nor the object store has a mark yet: the first sweep gives them one'
      return { status: 'ok', detail }
    }),
  )
}
