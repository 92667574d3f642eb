import { randomUUID } from 'node:crypto'
import type { DbDeps } from '@pas/db/row-deps'
import { installationKey } from '@pas/storage/object-key'
import { DamagedObjectError } from '@pas/storage/storage'
import type { RetentionDeps } from './retention-deps'
import { SweepRefusedError } from './retention-errors'

type MarkDeps = Pick<RetentionDeps, 'db' | 'storage' | 'clock'>

/** Must be above the time that storage may take. */
const markTimeouts = { maxWait: 5_000, timeout: 30_000 }

/** `difference` is for an operator's message; null when the marks are the same or both missing. */
export async function compareMarks({
  db,
  storage,
}: DbDeps & Pick<RetentionDeps, 'storage'>): Promise<{ isMarked: boolean; difference: string | null }> {
  const row = await db.installation.findFirst()
  const mark = await readMark(storage)
  if (row === null && mark === null) return { isMarked: false, difference: null }
  if (row?.mark === mark) return { isMarked: true, difference: null }
  const difference =
    row === null
      ? 'the object store is marked as an installation’s and this database is not'
      : mark === null
        ? 'this database is marked as an installation’s and the object store is not'
        : 'the object store has another installation’s mark than this database'
  return { isMarked: false, difference }
}

/**
 * False when neither has a mark yet. Throws a SweepRefusedError when the marks differ: the store may be another
 * installation's.
 */
export async function hasOwnMark(deps: MarkDeps): Promise<boolean> {
  const { isMarked, difference } = await compareMarks(deps)
  if (difference === null) return isMarked
  throw new SweepRefusedError(
    'foreign_store',
    `Nothing was swept: ${difference}. Check DATABASE_URL and STORAGE_URL. If the two belong together, run 'pas retention adopt'.`,
  )
}

export async function adoptStore({ db, storage, clock }: MarkDeps): Promise<void> {
  // When two processes adopt at once, the second waits for the first one's row and writes the same mark.
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      INSERT INTO installation (id, mark, created_at) VALUES (1, ${randomUUID()}, ${clock.now()}) ON CONFLICT DO NOTHING`
    const { mark } = await transaction.installation.findFirstOrThrow()
    await storage.put(installationKey, Buffer.from(mark), 'text/plain')
  }, markTimeouts)
}

async function readMark(storage: MarkDeps['storage']): Promise<string | null> {
  try {
    const object = await storage.get(installationKey)
    return object?.body.toString('utf8') ?? null
  } catch (error) {
    // A mark that cannot be read differs from any database's.
    if (error instanceof DamagedObjectError) return ''
    throw error
  }
}
