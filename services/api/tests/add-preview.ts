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
  if (row !== null) await insertPreview(api, guid, { imageToken: token, ...row })
  return { guid, token }
}

/** Adds a PLAINTEXT preview of an email, pending unless `row` has other columns. */
export function insertPreview(api: TestApi, emailId: string, row: Partial<Preview> = {}): Promise<Preview> {
  return api.db.preview.create({
    data: {
      id: randomUUID(),
      emailId,
      accountId: api.accountId,
      emailClient: 'PLAINTEXT',
      orientation: 'vertical',
      images: 'allowed',
      engine: 'text',
      imageToken: randomBytes(24).toString('base64url'),
      requestedAt: api.clock.now(),
      ...row,
    },
  })
}
