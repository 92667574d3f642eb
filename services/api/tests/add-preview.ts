import { randomBytes, randomUUID } from 'node:crypto'
import type { Preview } from '@pas/db/database'
import { postEmail, type TestApi } from './start-api'

/**
 * Posts an email and adds a PLAINTEXT preview with these columns; with null it adds none, as before the first request.
 */
export async function addPreview(
  api: TestApi,
  row: Partial<Preview> | null,
): Promise<{ guid: string; token: string }> {
  const guid = await postEmail(api, { plain_text: 'x' })
  const token = randomBytes(24).toString('base64url')
  if (row === null) return { guid, token }
  await api.db.preview.create({
    data: {
      id: randomUUID(),
      emailId: guid,
      accountId: api.accountId,
      emailClient: 'PLAINTEXT',
      orientation: 'vertical',
      images: 'allowed',
      engine: 'text',
      imageToken: token,
      requestedAt: api.clock.now(),
      ...row,
    },
  })
  return { guid, token }
}
