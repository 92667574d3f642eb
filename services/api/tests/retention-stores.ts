import { randomBytes, randomUUID } from 'node:crypto'
import { capturePrefix, emailPrefix, frozenEmailKey, pictureKey } from '@pas/captures/storage-keys'
import type { Database, Email, Preview } from '@pas/db/database'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { capturedColumns } from '@pas/testing/preview-columns'
import { createManualClock, type ManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase } from '@pas/testing/test-database'
import { createTestFolder } from '@pas/testing/test-folder'
import { runRetention, type RetentionCounts } from '@pas/retention/run-retention'
import { adoptStore } from '@pas/retention/installation-mark'
import { sweepObjects } from '@pas/retention/sweep-objects'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Real stores, with emails and previews as the API and the workers write them. */
export interface RetentionStores {
  db: Database
  storage: Storage
  storagePath: string
  clock: ManualClock
  accountId: number
  /** Adds an email uploaded now, with its content in storage. */
  addEmail(email?: Partial<Email>): Promise<Email>
  /** Adds a preview requested now; with a `capturedAt`, its picture is in storage. */
  addPreview(email: Email, preview?: Partial<Preview>): Promise<Preview>
  /** `addPreview` for a preview captured now. */
  addCapture(email: Email, preview?: Partial<Preview>): Promise<Preview>
  hasContent(email: Email): Promise<boolean>
  hasPicture(preview: Preview): Promise<boolean>
  run(storage?: Storage): Promise<RetentionCounts>
  /** Marks the store as the database's own and sweeps it by force, however many objects have no row. */
  sweep(signal?: AbortSignal): Promise<number>
  close(): Promise<void>
}

export async function openRetentionStores(): Promise<RetentionStores> {
  const database = await createTestDatabase()
  const folder = await createTestFolder()
  const storage = openStorage({ kind: 'file', path: folder.path })
  const clock = createManualClock(new Date())
  const { db } = database
  const { id: accountId } = await db.account.create({ data: { name: 'Test', createdAt: clock.now() } })
  const { signal } = new AbortController()
  const hasObjects = async (prefix: string): Promise<boolean> => {
    const first = await storage.list(prefix)[Symbol.asyncIterator]().next()
    return !first.done
  }

  const stores: RetentionStores = {
    db,
    storage,
    storagePath: folder.path,
    clock,
    accountId,
    addEmail: async (data) => {
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + 48 * hourMs)
      const email = await db.email.create({
        data: { id: randomUUID(), accountId, createdAt, expiresAt, ...data },
      })
      await storage.put(frozenEmailKey(email.id), Buffer.from('{}'), 'application/json')
      return email
    },
    addPreview: async (email, data) => {
      const preview = await db.preview.create({
        data: {
          id: randomUUID(),
          emailId: email.id,
          accountId: email.accountId,
          emailClient: `CLIENT${randomBytes(4).toString('hex')}`,
          orientation: 'vertical',
          images: 'allowed',
          engine: 'text',
          imageToken: randomBytes(24).toString('base64url'),
          requestedAt: clock.now(),
          ...data,
        },
      })
      if (preview.capturedAt)
        for (const size of ['full', 'thumb450'] as const)
          await storage.put(pictureKey(preview.imageToken, size), Buffer.from('png'), 'image/png')
      return preview
    },
    addCapture: (email, data) => stores.addPreview(email, { ...capturedColumns(clock.now()), ...data }),
    hasContent: ({ id }) => hasObjects(emailPrefix(id)),
    hasPicture: ({ imageToken }) => hasObjects(capturePrefix(imageToken)),
    run: (ownStorage = storage) =>
      runRetention({ db, storage: ownStorage, clock, captureQueues: new Map(), signal }),
    sweep: async (ownSignal = signal) => {
      await adoptStore({ db, storage, clock })
      return sweepObjects({ db, storage, clock, signal: ownSignal }, { isForced: true })
    },
    close: async () => {
      storage.close()
      await database.close()
      await folder.close()
    },
  }
  return stores
}
