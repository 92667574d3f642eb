import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Email, Preview } from '@pas/db/database'
import { addEmail } from './add-email'
import { createManualClock, type ManualClock } from './manual-clock'
import { createTestDatabase } from './test-database'

export interface CaptureStores {
  db: Database
  clock: ManualClock
  accountId: number
  addEmail(email?: Partial<Email>): Promise<Email>
  addPreview(email: Email, preview?: Partial<Preview>): Promise<Preview>
  close(): Promise<void>
}

export async function openCaptureStores(): Promise<CaptureStores> {
  const database = await createTestDatabase()
  const clock = createManualClock(new Date())
  const { db } = database
  const { id: accountId } = await db.account.create({ data: { name: 'Test', createdAt: clock.now() } })
  return {
    db,
    clock,
    accountId,
    addEmail: (email) => addEmail(db, { accountId, createdAt: clock.now(), ...email }),
    addPreview: (email, data) =>
      db.preview.create({
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
      }),
    close: () => database.close(),
  }
}
