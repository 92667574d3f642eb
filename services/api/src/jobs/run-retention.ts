import type { CaptureQueues } from '../previews/request-capture'
import { eraseContents } from './erase-contents'
import { removeExpiredCredentials } from './remove-expired-credentials'
import { removeOldPreviews } from './remove-old-previews'
import type { RetentionDeps } from './retention-deps'

/** What a run removed: emails' contents, pictures, tokens and codes, sessions. */
export interface RetentionCounts {
  emails: number
  images: number
  tokens: number
  sessions: number
}

/**
 * Removes all whose time is over, batch by batch. Runs on several machines share the work: each passes over what another holds. Rejects
 * with `StorageUnavailableError` or Prisma's errors; what was done stands, and the next run does the rest.
 */
export async function runRetention(
  deps: RetentionDeps & { captureQueues: CaptureQueues },
): Promise<RetentionCounts> {
  // First what needs no storage.
  const { tokens, sessions } = await removeExpiredCredentials(deps)
  const emails = await eraseContents(deps)
  const images = await removeOldPreviews(deps)
  return { emails, images, tokens, sessions }
}
