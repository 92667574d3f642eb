import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '@pas/db/database'
import { emailClients } from '@pas/email-clients/catalogue'
import type { Stack } from './stack'

/**
 * Posts an email, and writes the rows of its captured previews: one for each of the catalogue's first `count` email
 * clients. Their pictures do not exist. Resolves to the email's guid.
 */
export async function postWithCapturedPreviews(stack: Stack, db: Database, count: number): Promise<string> {
  const guid = await stack.postEmail({ plain_text: 'x' })
  const { accountId } = await db.email.findFirstOrThrow({ where: { id: guid } })
  const at = new Date()
  await db.preview.createMany({
    data: emailClients.slice(0, count).map(({ code, engine }) => ({
      id: randomUUID(),
      emailId: guid,
      accountId,
      emailClient: code,
      engine,
      orientation: 'vertical' as const,
      images: 'allowed' as const,
      imageToken: randomBytes(24).toString('base64url'),
      requestedAt: at,
      status: 'captured' as const,
      attempt: 1,
      capturedAt: at,
      width: 1280,
      height: 4012,
      truncated: false,
      engineVersion: '1',
      pictureSha256: new Uint8Array(randomBytes(32)),
    })),
  })
  return guid
}
