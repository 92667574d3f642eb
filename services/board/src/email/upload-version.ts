import { ApiAnswerError } from '../api/api-answer-error'
import type { ApiReader } from '../api/create-api-reader'
import { samePreviews, type NewEmail } from '../api/email-calls'
import type { ApiPreview } from '../api/schema'
import { previewKey } from './shown-preview'
import { variantsAmong } from './variants'

/**
 * Uploads an email that gets the previews of its earlier version. Variants are asked for after the others, so that they
 * stay variants (`variantsAmong`). Resolves to the new guid.
 */
export async function uploadVersion(
  api: ApiReader,
  email: NewEmail,
  previews: readonly ApiPreview[],
  signal?: AbortSignal,
): Promise<string> {
  const ways = variantsAmong(previews)
  const chosen = previews.filter((preview) => !ways.has(previewKey(preview)))
  const { configurations: later = [] } = samePreviews(previews.filter((preview) => !chosen.includes(preview)))
  const { email_guid: guid } = await api.uploadEmail({ ...email, ...samePreviews(chosen) }, signal)
  if (later.length > 0)
    await api.prefetch(guid, later).catch((error: unknown) => {
      // The email is there, and its page offers to draw the variants.
      if (!(error instanceof ApiAnswerError)) throw error
    })
  return guid
}
