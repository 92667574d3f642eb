import { randomBytes, randomUUID } from 'node:crypto'
import type { Preview } from '@pas/db/database'
import { postEmail, type TestApi } from './start-api'

/** An email with a PLAINTEXT preview in whatever state, as a worker leaves it; without a row nobody has asked for it yet. */
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
