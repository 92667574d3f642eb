import { maxCaptureAttempts } from '@pas/capture-queue/capture-queue'
import type { Database } from '@pas/db/database'
import type { Images, Orientation } from '@pas/email-clients/catalogue/email-client'
import type { Clock } from '@pas/runtime/clock'

/** A preview that is ours to capture, while its row still has our attempt number. */
export interface Claim {
  previewId: string
  emailId: string
  accountId: number
  emailClient: string
  orientation: Orientation
  images: Images
  imageToken: string
  attempt: number
  isContentErased: boolean
}

/**
 * Takes a preview that is pending, or whose last attempt is past its deadline, in one statement: of two workers one gets it. A stalled
 * job's attempt is known to be dead before its deadline: `isTakeover`. Null when there is nothing to do: captured, failed, removed,
 * or under way elsewhere. One whose last attempt of a round ended by a crash that nobody could report becomes `failed`.
 */
export async function claimPreview(
  { db, clock, jobTimeoutMs }: { db: Database; clock: Clock; jobTimeoutMs: number },
  previewId: string,
  isTakeover: boolean,
): Promise<Claim | null> {
  const now = clock.now()
  const deadline = new Date(now.getTime() + jobTimeoutMs)
  const [claim] = await db.$queryRaw<Claim[]>`
    UPDATE previews SET status = 'capturing', attempt = attempt + 1, deadline_at = ${deadline}
    FROM emails
    WHERE previews.id = ${previewId}::uuid AND emails.id = previews.email_id
      AND (status = 'pending'
           OR (status = 'capturing' AND (${isTakeover} OR deadline_at <= ${now}) AND attempt % ${maxCaptureAttempts} <> 0))
    RETURNING previews.id AS "previewId", email_id AS "emailId", previews.account_id AS "accountId", email_client AS "emailClient", orientation, images,
      image_token AS "imageToken", attempt, content_erased_at IS NOT NULL AS "isContentErased"`
  if (claim) return claim
  await db.$executeRaw`
    UPDATE previews SET status = 'failed', failure = 'engine_crashed', failed_at = ${now}, deadline_at = NULL
    WHERE id = ${previewId}::uuid AND status = 'capturing' AND (${isTakeover} OR deadline_at <= ${now})
      AND attempt % ${maxCaptureAttempts} = 0`
  return null
}
