import { openDatabase } from '@pas/db/database'
import { listPendingMigrations } from '@pas/db/migrate'
import { check, type Check } from './check'

/** Whether Postgres answers and every migration is applied. */
export function checkPostgres(url: string): Promise<Check> {
  return check('postgres', 'check DATABASE_URL and that Postgres runs', async () => {
    const db = openDatabase({ url, poolMax: 1 })
    try {
      const [row] = await db.$queryRaw<{ server_version: string }[]>`SHOW server_version`
      const version = row?.server_version ?? 'unknown'
      const pending = await listPendingMigrations(url)
      if (pending.length === 0) return { status: 'ok', detail: 'every migration is applied', version }
      return { status: 'failed', detail: `lacks ${pending.join(', ')}: run 'pas migrate'`, version }
    } finally {
      await db.$disconnect()
    }
  })
}
