import { randomUUID } from 'node:crypto'
import type { Database, Email } from '@pas/db/database'

/** The email takes captures for 48 hours from `createdAt`, by default now. */
export function addEmail(db: Database, email: Pick<Email, 'accountId'> & Partial<Email>): Promise<Email> {
  const { createdAt = new Date() } = email
  const expiresAt = new Date(createdAt.getTime() + 48 * 3_600_000)
  return db.email.create({ data: { id: randomUUID(), createdAt, expiresAt, ...email } })
}
