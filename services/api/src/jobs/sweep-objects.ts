import { capturePrefix, emailPrefix } from '@pas/capture-queue/frozen-email'
import { eraseObjects } from '../emails/erase-objects'
import type { RetentionDeps } from './retention-deps'
import { z } from 'zod'

/** Far longer than any time between writing an object and the row that names it. */
const minAgeMs = 24 * 60 * 60 * 1000
/** Asked for in one query, and erased in one go. */
const size = 50

const guid = z.guid()

/** What lies in one folder of storage: how a thing's prefix is named, and which of these things' rows still need their objects. */
interface Folder {
  name: string
  prefixOf: (id: string) => string
  findKept: (ids: string[]) => Promise<string[]>
}

/**
 * Removes objects that no row names, left where a process died between writing one and recording it, or where one was written while its
 * row was removed, and what was never written to its end; resolves to how many prefixes and pieces. Lists the whole store: for once a day.
 * Rejects with the reason of `signal` soon after it aborts: a sweep that was not all over the store is not done.
 */
export async function sweepObjects(deps: RetentionDeps): Promise<number> {
  const { db } = deps
  const emails: Folder = {
    name: 'emails',
    prefixOf: emailPrefix,
    findKept: async (ids) => {
      const kept = await db.email.findMany({
        where: { id: { in: ids.filter((id) => guid.safeParse(id).success) }, contentErasedAt: null },
        select: { id: true },
      })
      return kept.map(({ id }) => id)
    },
  }
  const captures: Folder = {
    name: 'captures',
    prefixOf: capturePrefix,
    findKept: async (ids) => {
      const kept = await db.preview.findMany({
        where: { imageToken: { in: ids } },
        select: { imageToken: true },
      })
      return kept.map(({ imageToken }) => imageToken)
    },
  }
  const lost = (await sweepFolder(deps, emails)) + (await sweepFolder(deps, captures))
  return lost + (await deps.storage.removeUnfinished(newestSwept(deps), deps.signal))
}

const newestSwept = ({ clock }: RetentionDeps): Date => new Date(clock.now().getTime() - minAgeMs)

async function sweepFolder(deps: RetentionDeps, folder: Folder): Promise<number> {
  const { storage, signal } = deps
  const newest = newestSwept(deps)
  let swept = 0
  let ids: string[] = []
  const sweepIds = async (): Promise<void> => {
    const kept = new Set(await folder.findKept(ids))
    const lost = ids.filter((id) => !kept.has(id))
    await eraseObjects(storage, lost.map(folder.prefixOf))
    swept += lost.length
    ids = []
  }
  for await (const id of oldIds(storage.list(`${folder.name}/`), newest, signal)) {
    ids.push(id)
    if (ids.length === size) await sweepIds()
  }
  await sweepIds()
  return swept
}

/** The ids (`<folder>/<id>/…`) all of whose objects were written by then. A listing gives one id's objects one after the other. */
async function* oldIds(
  objects: AsyncIterable<{ key: string; writtenAt: Date }>,
  newest: Date,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let current: { id: string; isOld: boolean } | undefined
  for await (const { key, writtenAt } of objects) {
    signal.throwIfAborted()
    const [, id = ''] = key.split('/')
    const isOld = writtenAt <= newest
    if (current?.id === id) current.isOld &&= isOld
    else {
      if (current?.isOld) yield current.id
      current = { id, isOld }
    }
  }
  if (current?.isOld) yield current.id
}
