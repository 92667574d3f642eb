import { findKnownImageTokens } from '@pas/captures/find-previews'
import { capturePrefix, emailPrefix } from '@pas/captures/storage-keys'
import { z } from 'zod'
import { assertStorageUsable, eraseObjects } from './erase-objects'
import { adoptStore, hasOwnMark } from './installation-mark'
import type { RetentionDeps } from './retention-deps'
import { SweepRefusedError } from './sweep-refused-error'
import { UnerasedError } from './unerased-error'

/** Far longer than any time between writing an object and the row that names it. */
const minAgeMs = 24 * 60 * 60 * 1000
/** Asked for in one query, and erased in one go. */
const size = 50
/** Objects of a store that may be lost; more are a sign that the rows are the wrong ones. */
const maxLostObjects = 1_000
const maxLostShare = 0.05

const guid = z.guid()

/** What lies in one folder of storage: how a thing's prefix is named, and which of these things' rows still need their objects. */
interface Folder {
  name: string
  prefixOf: (id: string) => string
  findKept: (db: RetentionDeps['db'], ids: string[]) => Promise<string[]>
}

const folders: readonly Folder[] = [
  {
    name: 'emails',
    prefixOf: emailPrefix,
    findKept: async (db, ids) => {
      const kept = await db.email.findMany({
        where: { id: { in: ids.filter((id) => guid.safeParse(id).success) }, contentErasedAt: null },
        select: { id: true },
      })
      return kept.map(({ id }) => id)
    },
  },
  {
    name: 'captures',
    prefixOf: capturePrefix,
    findKept: (db, ids) => findKnownImageTokens({ db }, ids),
  },
]

/** An email or a picture in storage. */
interface StoredThing {
  id: string
  objects: number
  /** All of its objects are. */
  isOld: boolean
}

/**
 * Removes objects that no row names, left where a process died between writing one and recording it, or where one was written while its
 * row was removed, and what was never written to its end; resolves to how many prefixes and pieces. Lists the whole store: for once a day.
 *
 * Only in this installation's own store, by the marks of the two (`installation-mark`). A store and a database without any are marked as
 * one when the rows name nearly everything that the store has. Throws a SweepRefusedError, and has erased nothing, when
 * it is not so, and when more than 1,000 objects, or 5 % of those listed, would go: then the rows are more likely to be the wrong ones.
 * `isForced` takes away that limit alone.
 *
 * Rejects with an UnerasedError at the end when storage refused some, and with the reason of `signal` soon after it aborts: a sweep that
 * was not all over the store is not done.
 */
export async function sweepObjects(deps: RetentionDeps, { isForced = false } = {}): Promise<number> {
  const { storage, signal } = deps
  const oldest = new Date(deps.clock.now().getTime() - minAgeMs)
  const isMarked = await hasOwnMark(deps)
  const isLimited = !isForced || !isMarked
  const eraser = createEraser(deps)
  const listed = { objects: 0 }
  let unnamed = 0
  const lost: string[] = []
  for (const folder of folders) {
    for await (const { id, objects, isOld } of listUnnamed(deps, folder, oldest, listed)) {
      // What is being written now may not be named yet; in a store of others everything may be young.
      if (isOld || !isMarked) unnamed += objects
      if (isLimited && unnamed > maxLostObjects) throw refusal(isMarked, `over ${maxLostObjects} objects`)
      if (isOld) lost.push(folder.prefixOf(id))
      if (!isLimited && lost.length >= size) await eraser.erase(lost.splice(0))
    }
  }
  if (isLimited && unnamed > listed.objects * maxLostShare)
    throw refusal(isMarked, `${unnamed} of ${listed.objects} objects`)
  if (!isMarked) await adoptStore(deps)
  while (lost.length > 0) {
    signal.throwIfAborted()
    await eraser.erase(lost.splice(0, size))
  }
  const pieces = await storage.removeUnfinished(oldest, signal)
  return pieces + eraser.finish()
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

/** Erases prefixes, passing over those that storage refuses; `finish` says how many it did, or throws an UnerasedError. */
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

/** What no row needs, young or old; adds what it lists to `listed`. */
async function* listUnnamed(
  { db, storage, signal }: RetentionDeps,
  folder: Folder,
  oldest: Date,
  listed: { objects: number },
): AsyncGenerator<StoredThing> {
  let things: StoredThing[] = []
  for await (const thing of listThings(storage.list(`${folder.name}/`), oldest, signal)) {
    listed.objects += thing.objects
    things.push(thing)
    if (things.length < size) continue
    yield* await withoutRow(things)
    things = []
  }
  yield* await withoutRow(things)

  async function withoutRow(all: StoredThing[]): Promise<StoredThing[]> {
    const kept = new Set(
      await folder.findKept(
        db,
        all.map(({ id }) => id),
      ),
    )
    return all.filter(({ id }) => !kept.has(id))
  }
}

/** A listing (`<folder>/<id>/…`) gives one thing's objects one after the other. */
async function* listThings(
  objects: AsyncIterable<{ key: string; writtenAt: Date }>,
  oldest: Date,
  signal: AbortSignal,
): AsyncGenerator<StoredThing> {
  let current: StoredThing | undefined
  for await (const { key, writtenAt } of objects) {
    signal.throwIfAborted()
    const [, id = ''] = key.split('/')
    const isOld = writtenAt <= oldest
    if (current?.id === id) {
      current.objects++
      current.isOld &&= isOld
    } else {
      if (current) yield current
      current = { id, objects: 1, isOld }
    }
  }
  if (current) yield current
}
