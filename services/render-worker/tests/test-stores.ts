import { randomBytes, randomUUID } from 'node:crypto'
import type { AuditName } from '@pas/checks/check-state'
import { emailClients } from '@pas/email-clients/catalogue'
import { putAssetLists } from '@pas/emails/asset-lists'
import { putContent } from '@pas/emails/email-content'
import { assetPackKey } from '@pas/emails/storage-keys'
import type { FrozenAsset, FrozenEmail } from '@pas/emails/frozen-email'
import { openDatabase, type Database, type EmailCheck, type Preview } from '@pas/db/database'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { addEmail } from '@pas/testing/add-email'
import { createManualClock, type ManualClock } from '@pas/testing/manual-clock'
import { createTestDatabase } from '@pas/testing/test-database'
import { createTestFolder } from '@pas/testing/test-folder'

/** Real stores for one test file, with functions that write what the API would have written. */
export interface TestStores {
  /** Connection of the owner, with all rights. */
  db: Database
  /** Connection with the rights of a worker only. */
  workerDb: Database
  storage: Storage
  storagePath: string
  clock: ManualClock
  createEmail(
    email: Partial<FrozenEmail>,
    assets?: (Pick<FrozenAsset, 'url' | 'id' | 'contentType'> & { body: Buffer })[],
  ): Promise<string>
  createPreview(emailId: string, preview?: Partial<Preview>): Promise<Preview>
  addAudit(name: AuditName, emailId: string, emailClient: string): Promise<EmailCheck>
  getPreview(previewId: string): Promise<Preview>
  close(): Promise<void>
}

export async function openTestStores(): Promise<TestStores> {
  const database = await createTestDatabase()
  const folder = await createTestFolder()
  const storage = openStorage({ kind: 'file', path: folder.path })
  const clock = createManualClock(new Date())
  const { db } = database
  const workerDb = openDatabase({ url: await database.makeUrlOf('pas_worker'), poolMax: 10 })
  const { id: accountId } = await db.account.create({ data: { name: 'Test', createdAt: clock.now() } })
  return {
    db,
    workerDb,
    storage,
    storagePath: folder.path,
    clock,
    createEmail: async (email, assets = []) => {
      const { id } = await addEmail(db, { accountId, createdAt: clock.now() })
      const nothing = {
        htmlText: null,
        plainText: null,
        subject: null,
        fromAddress: null,
        fromDisplayName: null,
      }
      await putContent(storage, id, { ...nothing, ...email })
      await putAssetLists(storage, id, { kept: assets.map(placed), failed: [], unfetched: [] })
      for (const [pack, { body }] of assets.entries())
        await storage.put(assetPackKey(id, pack), body, 'application/octet-stream')
      return id
    },
    createPreview: (emailId, preview) =>
      db.preview.create({
        data: {
          id: randomUUID(),
          emailId,
          accountId,
          emailClient: 'PLAINTEXT',
          orientation: 'vertical',
          images: 'allowed',
          engine: 'text',
          imageToken: randomBytes(16).toString('hex'),
          requestedAt: clock.now(),
          ...preview,
        },
      }),
    addAudit: (name, emailId, emailClient) =>
      db.emailCheck.create({
        data: {
          ...{ id: randomUUID(), emailId, accountId, emailClient },
          name,
          engine: emailClients.find(({ code }) => code === emailClient)?.engine ?? '',
          status: 'pending',
          requestedAt: clock.now(),
        },
      }),
    getPreview: (id) => db.preview.findUniqueOrThrow({ where: { id } }),
    close: async () => {
      storage.close()
      await workerDb.$disconnect()
      await database.close()
      await folder.close()
    },
  }
}

/** The manifest's entry of an asset, each in its own pack. */
const placed = (
  { url, id, contentType, body }: Pick<FrozenAsset, 'url' | 'id' | 'contentType'> & { body: Buffer },
  pack: number,
): FrozenAsset => ({ url, id, contentType, pack, offset: 0, length: body.length, where: null })
