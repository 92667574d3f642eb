import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Email, Preview } from '@pas/db/database'
import { addEmail } from './add-email'
import { createManualClock, type ManualClock } from './manual-clock'
import { createTestDatabase } from './test-database'

/** A real database, with emails and previews in it as the API and the workers write them. */
export interface CaptureStores {
  db: Database
  clock: ManualClock
  accountId: number
  /** Adds an email uploaded now. */
  addEmail(email?: Partial<Email>): Promise<Email>
  /** Adds a preview requested now. */
  addPreview(email: Email, preview?: Partial<Preview>): Promise<Preview>
  close(): Promise<void>
}

/** Opens a throw-away database with one account. */
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
