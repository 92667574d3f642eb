import { findNamedPrefixes } from '@pas/captures/find-previews'
import { picturePrefixOf } from '@pas/captures/storage-keys'
import { hasContent } from '@pas/emails/email-rows'
import { filterEmails } from '@pas/emails/find-emails'
import { emailPrefix } from '@pas/emails/storage-keys'
import type { Storage } from '@pas/storage/storage'
import { z } from 'zod'
import { assertStorageUsable, eraseObjects } from './erase-objects'
import { adoptStore, hasOwnMark } from './installation-mark'
import type { RetentionDeps } from './retention-deps'
import { SweepRefusedError, UnerasedError } from './retention-errors'

/** An object is written before its row, but never this long before. */
const minAgeMs = 24 * 60 * 60 * 1000
const thingsPerBatch = 50
/** If more objects have no row, this may be the wrong database. */
const maxLostObjects = 1_000
const maxLostShare = 0.05

interface Folder {
  name: string
  /** Of all objects that one row needs. */
  prefixOf: (key: string) => string
  /** Resolves to those of `prefixes` that have a row which needs their objects. */
  findKept: (db: RetentionDeps['db'], prefixes: string[]) => Promise<string[]>
}

const idIn = (key: string): string => key.split('/')[1] ?? ''

const guidsIn = (keys: readonly string[]): string[] => [
  ...new Set(keys.map(idIn).filter((id) => z.guid().safeParse(id).success)),
]

const folders: readonly Folder[] = [
  {
    name: 'emails',
    prefixOf: (key) => emailPrefix(idIn(key)),
    findKept: async (db, prefixes) =>
      (await filterEmails({ db }, guidsIn(prefixes), hasContent)).map(emailPrefix),
  },
  {
    name: 'captures',
    prefixOf: picturePrefixOf,
    // A capture of an email with content may be about to name what none names now.
    findKept: async (db, prefixes) => {
      const open = new Set(await filterEmails({ db }, guidsIn(prefixes), hasContent))
      const ofOpen = prefixes.filter((prefix) => open.has(idIn(prefix)))
      return [...ofOpen, ...(await findNamedPrefixes({ db }, prefixes))]
    },
  },
]

/** An email, or a picture, that has objects. */
interface StoredThing {
  prefix: string
  objects: number
  /** All of its objects are at least `minAgeMs` old. */
  isOld: boolean
}

/**
 * ADR 13. Resolves to the number of removed things. Throws a SweepRefusedError, with nothing erased, if the store may
 * be another installation's or, unless `isForced`, too much has no row; at the end an UnerasedError for what is left.
 */
export async function sweepObjects(deps: RetentionDeps, { isForced = false } = {}): Promise<number> {
  const { storage, signal } = deps
  const oldest = new Date(deps.clock.now().getTime() - minAgeMs)
  const isMarked = await hasOwnMark(deps)
  // Without marks the store may be another installation's, so nothing can be forced.
  const isLimited = !isForced || !isMarked
  const eraser = createEraser(deps)
  const listed = { objects: 0 }
  let unnamed = 0
  const toErase: string[] = []
  for (const folder of folders) {
    for await (const { prefix, objects, isOld } of listUnnamed(deps, folder, oldest, listed)) {
      // A young object may still get its row. Without marks it counts all the same: in another installation's store all
      // may be young.
      if (isOld || !isMarked) unnamed += objects
      if (isLimited && unnamed > maxLostObjects) throw refusal(isMarked, `over ${maxLostObjects} objects`)
      if (isOld) toErase.push(prefix)
      if (!isLimited && toErase.length >= thingsPerBatch) await eraser.erase(toErase.splice(0))
    }
  }
  if (isLimited && unnamed > listed.objects * maxLostShare)
    throw refusal(isMarked, `${unnamed} of ${listed.objects} objects`)
  if (!isMarked) await adoptStore(deps)
  while (toErase.length > 0) {
    signal.throwIfAborted()
    await eraser.erase(toErase.splice(0, thingsPerBatch))
  }
  const unfinished = await storage.removeUnfinished(oldest, signal)
  return unfinished + eraser.finish()
}

function refusal(isMarked: boolean, amount: string): SweepRefusedError {
  const what = `Nothing was swept: no row names ${amount}`
  return isMarked
    ? new SweepRefusedError(
        'too_many',
        `${what}. Either the database was restored from a backup, or much was left over. When you are sure that the rows are the right ones, run 'pas retention run --force'.`,
      )
    : new SweepRefusedError(
        'unknown_store',
        `${what}, and neither this database nor the object store is marked as an installation’s. Check DATABASE_URL and STORAGE_URL. If the two belong together, run 'pas retention adopt'.`,
      )
}

function createEraser({ storage }: RetentionDeps): {
  erase: (prefixes: string[]) => Promise<void>
  finish: () => number
} {
  let done = 0
  let refused = 0
  let cause: unknown
  return {
    erase: async (prefixes) => {
      const errors = await eraseObjects(storage, new Map(prefixes.map((prefix) => [prefix, [prefix]])))
      done += prefixes.length - errors.size
      refused += errors.size
      const [error] = errors.values()
      cause ??= error
      if (errors.size === prefixes.length) await assertStorageUsable(storage)
    },
    finish: () => {
      if (refused > 0) throw new UnerasedError(done, refused, cause)
      return done
    },
  }
}

/** Lists what has no row, young or old. Adds all objects, with or without a row, to `listed`. */
async function* listUnnamed(
  { db, storage, signal }: RetentionDeps,
  folder: Folder,
  oldest: Date,
  listed: { objects: number },
): AsyncGenerator<StoredThing> {
  let things: StoredThing[] = []
  for await (const thing of listThings(storage, folder, oldest, signal)) {
    listed.objects += thing.objects
    things.push(thing)
    if (things.length < thingsPerBatch) continue
    yield* await withoutRow(things)
    things = []
  }
  yield* await withoutRow(things)

  async function withoutRow(all: StoredThing[]): Promise<StoredThing[]> {
    const kept = new Set(
      await folder.findKept(
        db,
        all.map(({ prefix }) => prefix),
      ),
    )
    return all.filter(({ prefix }) => !kept.has(prefix))
  }
}

/** A thing's objects stand together. */
async function* listThings(
  storage: Storage,
  { name, prefixOf }: Folder,
  oldest: Date,
  signal: AbortSignal,
): AsyncGenerator<StoredThing> {
  let current: StoredThing | undefined
  for await (const { key, writtenAt } of storage.list(`${name}/`)) {
    signal.throwIfAborted()
    const prefix = prefixOf(key)
    const isOld = writtenAt <= oldest
    if (current?.prefix === prefix) {
      current.objects++
      current.isOld &&= isOld
    } else {
      if (current) yield current
      current = { prefix, objects: 1, isOld }
    }
  }
  if (current) yield current
}
