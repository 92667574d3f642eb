import { randomBytes, randomUUID } from 'node:crypto'
import { pictureKey } from '@pas/captures/storage-keys'
import type { Database } from '@pas/db/database'
import { emailClients } from '@pas/email-clients/catalogue'
import type { Storage } from '@pas/storage/storage'
import { getPostedEmail } from './posted-email'
import type { Stack } from './stack'

/**
 * Posts an email, and writes the rows of its captured previews: one for each of the catalogue's first `count` email
 * clients. Their pictures do not exist, unless `pictures` says where to store this one for all. Resolves to the email's
 * guid.
 */
export async function postWithCapturedPreviews(
  stack: Stack,
  db: Database,
  count: number,
  pictures?: { storage: Storage; png: Buffer },
): Promise<string> {
  const guid = await stack.postEmail({ plain_text: 'x' })
  const { accountId } = await getPostedEmail(db, guid)
  const at = new Date()
  const rows = emailClients.slice(0, count).map(({ code, engine }) => ({
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
  }))
  for (const { imageToken } of pictures ? rows : [])
    await pictures?.storage.put(pictureKey(imageToken, 'full'), pictures.png, 'image/png')
  await db.preview.createMany({ data: rows })
  return guid
}
