import { randomUUID } from 'node:crypto'
import { emailPrefix, frozenEmailKey, type FrozenEmail } from '@pas/capture-queue/frozen-email'
import type { Database, Email } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'
import type { Principal } from '../authenticate'
import type { FetchAsset } from './fetch-asset'
import { freezeAssets } from './freeze-assets'
import type { CreateEmailInput } from './schema'

/** Spec §3.2: an email takes new captures for 48 hours. */
const emailLifetimeMs = 48 * 60 * 60 * 1000

/**
 * Freezes everything the email refers to, stores its content, then its row: a row always has its content. Rejects with
 * `StorageUnavailableError` or Prisma's errors, and leaves nothing behind then.
 */
export async function createEmail(
  {
    db,
    storage,
    fetchAsset,
    clock,
  }: { db: Database; storage: Storage; fetchAsset: FetchAsset; clock: Clock },
  owner: Principal,
  { endUserId, ...content }: CreateEmailInput,
): Promise<Email> {
  const id = randomUUID()
  try {
    const assets = await freezeAssets({ fetchAsset, storage }, id, content.htmlText)
    const frozenEmail: FrozenEmail = { ...content, assets }
    await storage.put(frozenEmailKey(id), Buffer.from(JSON.stringify(frozenEmail)), 'application/json')
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + emailLifetimeMs)
    return await db.email.create({ data: { id, ...owner, endUserId, createdAt, expiresAt } })
  } catch (error) {
    // Best effort: what could not be removed now has no row, and a sweep finds it.
    await storage.deletePrefix(emailPrefix(id)).catch(() => 0)
    throw error
  }
}
