import { Prisma, type Preview } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { emailRows, hasContent } from '@pas/emails/email-rows'
import { isLastOfRound } from './attempts'
import { failCrashed } from './fail-overdue'

/** The worker may record an outcome while the row still has this attempt number. */
export interface Claim extends Pick<
  Preview,
  'emailId' | 'accountId' | 'emailClient' | 'orientation' | 'images' | 'imageToken' | 'attempt'
> {
  previewId: string
  isContentErased: boolean
}

/** Compare-and-set. `isTakeover`: the job stalled, so its attempt counts as dead. Null when there is nothing to do. */
export async function claimCapture(
  { jobTimeoutMs, ...deps }: RowDeps & { jobTimeoutMs: number },
  previewId: string,
  isTakeover: boolean,
): Promise<Claim | null> {
  const now = deps.clock.now()
  const deadline = new Date(now.getTime() + jobTimeoutMs)
  const isDead = Prisma.sql`(${isTakeover} OR deadline_at <= ${now})`
  const [claim] = await deps.db.$queryRaw<Claim[]>`
    UPDATE previews SET status = 'capturing', attempt = attempt + 1, deadline_at = ${deadline}
    FROM ${emailRows}
    WHERE previews.id = ${previewId}::uuid AND e.id = previews.email_id
      AND (status = 'pending' OR (status = 'capturing' AND ${isDead} AND NOT ${isLastOfRound}))
    RETURNING previews.id AS "previewId", email_id AS "emailId", previews.account_id AS "accountId", email_client AS "emailClient", orientation, images,
      image_token AS "imageToken", attempt, NOT ${hasContent} AS "isContentErased"`
  if (claim) return claim
  await failCrashed(deps, Prisma.sql`id = ${previewId}::uuid AND ${isDead} AND ${isLastOfRound}`)
  return null
}
