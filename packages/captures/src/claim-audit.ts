import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { emailRows, hasContent } from '@pas/emails/email-rows'
import { isLastOfRound } from './attempts'
import { failCrashedAudits } from './fail-overdue'

export interface ClaimedAudit {
  id: string
  emailId: string
  accountId: number
  emailClient: string
  attempt: number
  isContentErased: boolean
}

/**
 * Compare-and-set. `isTakeover`: the attempt is known to be dead. Null when there is nothing to do. Gives up after the
 * last attempt of a round.
 */
export async function claimAudit(
  { jobTimeoutMs, ...deps }: RowDeps & { jobTimeoutMs: number },
  id: string,
  isTakeover: boolean,
): Promise<ClaimedAudit | null> {
  const now = deps.clock.now()
  const isDead = Prisma.sql`(${isTakeover} OR deadline_at <= ${now})`
  const [claimed] = await deps.db.$queryRaw<ClaimedAudit[]>`
    UPDATE email_checks SET status = 'running', attempt = attempt + 1, deadline_at = ${new Date(now.getTime() + jobTimeoutMs)}
      FROM ${emailRows}
     WHERE email_checks.id = ${id}::uuid AND e.id = email_checks.email_id AND name = 'contrast'
       AND (status = 'pending' OR (status = 'running' AND ${isDead} AND NOT ${isLastOfRound}))
    RETURNING email_checks.id, email_id AS "emailId", email_checks.account_id AS "accountId",
              email_client AS "emailClient", attempt, NOT ${hasContent} AS "isContentErased"`
  if (claimed) return claimed
  await failCrashedAudits(deps, Prisma.sql`id = ${id}::uuid AND ${isDead} AND ${isLastOfRound}`)
  return null
}
