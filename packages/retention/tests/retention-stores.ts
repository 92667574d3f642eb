import { randomBytes } from 'node:crypto'
import { pictureKey, picturePrefix } from '@pas/captures/storage-keys'
import { emailPrefix, frozenEmailKey } from '@pas/emails/storage-keys'
import type { Email, Preview } from '@pas/db/database'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { openCaptureStores, type CaptureStores } from '@pas/testing/capture-stores'
import { capturedColumns } from '@pas/testing/preview-columns'
import { createTestFolder } from '@pas/testing/test-folder'
import { runRetention, type RetentionCounts } from '../src/run-retention'
import { adoptStore } from '../src/installation-mark'
import { sweepObjects } from '../src/sweep-objects'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The database and storage, with emails and previews in both as the API and the workers write them. */
export interface RetentionStores extends CaptureStores {
  storage: Storage
  storagePath: string
  /** Adds an email uploaded now, with its content in storage. */
  addEmail: CaptureStores['addEmail']
  /** Adds a preview requested now; with a `capturedAt`, its picture is in storage. */
  addPreview: CaptureStores['addPreview']
  /** `addPreview` for a preview captured now. */
  addCapture: CaptureStores['addPreview']
  hasContent(email: Email): Promise<boolean>
  hasPicture(preview: Preview): Promise<boolean>
  run(storage?: Storage): Promise<RetentionCounts>
  /** Marks the store as the database's own and sweeps it by force, however many objects have no row. */
  sweep(signal?: AbortSignal): Promise<number>
}

export async function openRetentionStores(): Promise<RetentionStores> {
  const captureStores = await openCaptureStores()
  const { db, clock } = captureStores
  const folder = await createTestFolder()
  const storage = openStorage({ kind: 'file', path: folder.path })
  const { signal } = new AbortController()
  const hasObjects = async (prefix: string): Promise<boolean> => {
    const objects = storage.list(prefix)[Symbol.asyncIterator]()
    const first = await objects.next()
    await objects.return?.()
    return !first.done
  }

  const stores: RetentionStores = {
    ...captureStores,
    storage,
    storagePath: folder.path,
    addEmail: async (data) => {
      const email = await captureStores.addEmail(data)
      await storage.put(frozenEmailKey(email.id), Buffer.from('{}'), 'application/json')
      return email
    },
    addPreview: async (email, data) => {
      const preview = await captureStores.addPreview(email, data)
      if (preview.capturedAt)
        for (const size of ['full', 'thumb450'] as const)
          await storage.put(pictureKey(preview, size), Buffer.from('png'), 'image/png')
      return preview
    },
    addCapture: (email, data) =>
      stores.addPreview(email, {
        ...capturedColumns(clock.now()),
        namedByHash: true,
        pictureSha256: new Uint8Array(randomBytes(32)),
        ...data,
      }),
    hasContent: ({ id }) => hasObjects(emailPrefix(id)),
    hasPicture: (preview) => hasObjects(picturePrefix(preview)),
    run: (ownStorage = storage) =>
      runRetention({ db, storage: ownStorage, clock, captureQueues: new Map(), signal }),
    sweep: async (ownSignal = signal) => {
      await adoptStore({ db, storage, clock })
      return sweepObjects({ db, storage, clock, signal: ownSignal }, { isForced: true })
    },
    close: async () => {
      storage.close()
      await captureStores.close()
      await folder.close()
    },
  }
  return stores
}
