import type { RowDeps } from '@pas/db/row-deps'
import { emailRows } from '@pas/emails/email-rows'

export interface FindingCounts {
  error: number
  warning: number
  note: number
}

/** One `email.checks_finished` for each endpoint that is told about this email, due now. */
export async function addChecksFinished(
  { db, clock }: RowDeps,
  emailId: string,
  findings: FindingCounts,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    INSERT INTO webhook_deliveries (id, webhook_id, type, email_id, facts, next_attempt_at, created_at, expires_at)
    SELECT gen_random_uuid(), w.id, 'email.checks_finished', e.id,
           jsonb_build_object('reference', e.reference, 'endUserId', e.end_user_id, 'findings', ${JSON.stringify(findings)}::jsonb),
           ${now}, ${now}, ${now}::timestamptz + interval '7 days'
      FROM ${emailRows} JOIN webhooks w ON w.account_id = e.account_id
     WHERE e.id = ${emailId}::uuid AND w.disabled_at IS NULL AND 'email.checks_finished' = ANY (w.event_types)
       AND (w.oauth_application_id IS NULL OR w.oauth_application_id = e.oauth_application_id)`
}
