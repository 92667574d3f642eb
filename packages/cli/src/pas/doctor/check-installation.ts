import { compareMarks } from '@pas/retention/installation-mark'
import { openDatabase } from '@pas/db/database'
import type { Environment } from '../read-environment'
import { withStorage } from '../with-storage'
import { check, type Check } from './check'

const advice = 'check DATABASE_URL and STORAGE_URL'

/** Whether database and object store belong together, by their marks. Both must be usable. */
export function checkInstallation(env: Environment & { DATABASE_URL: string }): Promise<Check> {
  return check('installation', advice, () =>
    withStorage(env, async (storage) => {
      const db = openDatabase({ url: env.DATABASE_URL, poolMax: 1 })
      try {
        const { isMarked, difference } = await compareMarks({ db, storage })
        if (difference !== null)
          return {
            status: 'failed',
            detail: `${difference}: ${advice}; if the two belong together, run 'pas retention adopt'`,
          }
        const detail = isMarked
          ? 'the database and the object store have the same mark'
          : 'neither the database nor the object store has a mark yet: the first sweep gives them one'
        return { status: 'ok', detail }
      } finally {
        await db.$disconnect()
      }
    }),
  )
}
