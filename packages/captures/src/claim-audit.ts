import type { RowDeps } from '@pas/db/row-deps'
import { emailRows, hasContent } from '@pas/emails/email-rows'

/** An audit that a worker has claimed. */
export interface ClaimedAudit {
  id: string
  emailId: string
  accountId: number
  /** The email client's code. */
  emailClient: string
  attempt: number
  isContentErased: boolean
}

/**
 * Claims an audit that is pending, or whose attempt is past its deadline or, with `isTakeover`, known to be dead. Null
 * when there is nothing to do.
 */
export async function claimAudit(
  { jobTimeoutMs, ...deps }: RowDeps & { jobTimeoutMs: number },
  id: string,
  isTakeover: boolean,
): Promise<ClaimedAudit | null> {
  const now = deps.clock.now()
  const [claimed] = await deps.db.$queryRaw<ClaimedAudit[]>`
    UPDATE email_checks SET status = 'running', attempt = attempt + 1, deadline_at = ${new Date(now.getTime() + jobTimeoutMs)}
      FROM ${emailRows}
     WHERE email_checks.id = ${id}::uuid AND e.id = email_checks.email_id AND name = 'contrast'
       AND (status = 'pending' OR (status = 'running' AND (${isTakeover} OR deadline_at <= ${now})))
    RETURNING email_checks.id, email_id AS "emailId", email_checks.account_id AS "accountId",
              email_client AS "emailClient", attempt, NOT ${hasContent} AS "isContentErased"`
  return claimed ?? null
}
