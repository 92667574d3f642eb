import { randomBytes, randomUUID } from 'node:crypto'
import { postEmail, type TestApi } from './start-api'

/** The columns of a preview that was captured then. */
export const captured = (capturedAt: Date) =>
  ({ status: 'captured', attempt: 1, capturedAt, width: 640, height: 1200, truncated: false }) as const

/** The columns of a preview that cannot be captured. */
export const failed = { status: 'failed', attempt: 3, failure: 'engine_crashed' } as const

/** The columns of a preview that was still waiting when its email's content was erased. */
export const tooLate = { status: 'failed', attempt: 0, failure: 'content_gone' } as const

/** An email with a PLAINTEXT preview in whatever state, as a worker leaves it; without a row nobody has asked for it yet. */
export async function addPreview(
  api: TestApi,
  row: ReturnType<typeof captured> | typeof failed | typeof tooLate | { status: 'pending' } | null,
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
