import { randomUUID } from 'node:crypto'
import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { keepOpenEmail } from '@pas/emails/email-rows'
import type { CheckFailure } from './check-failure'
import { failedAttempt, type CheckRow, type CheckRowName } from './check-state'

export const findCheckRows = async ({ db }: DbDeps, emailId: string): Promise<CheckRow[]> =>
  (await db.emailCheck.findMany({
    where: { emailId },
    select: {
      id: true,
      name: true,
      emailClient: true,
      status: true,
      attempt: true,
      deadlineAt: true,
    },
  })) as CheckRow[]

export interface EffectCounts {
  emailId: string
  emailClient: string
  changesSeen: number
  changesUnknown: number
}

/** Of the effects that are measured. */
export const findEffectCounts = async (
  { db }: DbDeps,
  emailIds: readonly string[],
): Promise<EffectCounts[]> =>
  (await db.emailCheck.findMany({
    where: { emailId: { in: [...emailIds] }, name: 'effects', status: 'done', changesSeen: { not: null } },
    select: { emailId: true, emailClient: true, changesSeen: true, changesUnknown: true },
  })) as EffectCounts[]

/** Resolves to the ids of the emails whose effects these check rows are. */
export const findEmailsOfEffects = async ({ db }: DbDeps, rowIds: readonly string[]): Promise<string[]> =>
  (
    await db.emailCheck.findMany({
      where: { id: { in: [...rowIds] }, name: 'effects' },
      select: { emailId: true },
    })
  ).map(({ emailId }) => emailId)

export const hasFailed = (failedBefore: Date): Prisma.Sql =>
  Prisma.sql`(email_checks.status = 'failed' AND email_checks.ended_at <= ${failedBefore})`

/** Null when the work is done, under way elsewhere, or failed after `failedBefore`, or the email is not open. */
export async function leaseCheck(
  { db, clock }: RowDeps,
  emailId: string,
  name: CheckRowName,
  { leaseMs, failedBefore }: { leaseMs: number; failedBefore: Date },
): Promise<{ id: string; attempt: number } | null> {
  const now = clock.now()
  const [lease] = await db.$queryRaw<{ id: string; attempt: number }[]>`
    INSERT INTO email_checks (id, email_id, account_id, name, status, attempt, requested_at, deadline_at)
    SELECT ${randomUUID()}::uuid, email.id, email.account_id, ${name}, 'running', 1, ${now}, ${new Date(now.getTime() + leaseMs)}
      FROM (${keepOpenEmail(emailId, now)}) AS email
    ON CONFLICT (email_id, name, email_client)
    DO UPDATE SET status = 'running', attempt = email_checks.attempt + 1, requested_at = excluded.requested_at,
                  deadline_at = excluded.deadline_at, ended_at = NULL
          WHERE ${hasFailed(failedBefore)} OR (email_checks.status = 'running' AND email_checks.deadline_at <= ${now})
    RETURNING id, attempt`
  return lease ?? null
}

/**
 * `superseded`: another process has the work. `removed`: the email or its content is gone, and with it the right to
 * keep a result.
 */
export async function recordCheck(
  { db, clock }: RowDeps,
  { id, attempt }: { id: string; attempt: number },
  end: 'done' | CheckFailure,
  counts: { pictures?: number; changesSeen?: number; changesUnknown?: number } = {},
): Promise<'recorded' | 'superseded' | 'removed'> {
  const ended = { ...counts, deadlineAt: null, endedAt: clock.now() }
  const { count } = await db.emailCheck.updateMany({
    where: { id, attempt, status: 'running' },
    data:
      end === 'done'
        ? { ...ended, status: 'done' }
        : { ...ended, status: 'failed', failure: end, attempt: failedAttempt(attempt) },
  })
  if (count === 1) return 'recorded'
  const row = await db.emailCheck.findUnique({
    where: { id },
    select: { email: { select: { contentErasedAt: true } } },
  })
  return row?.email.contentErasedAt === null ? 'superseded' : 'removed'
}

export async function failLostResult(
  { db, clock }: RowDeps,
  { id, attempt }: Pick<CheckRow, 'id' | 'attempt'>,
): Promise<void> {
  await db.emailCheck.updateMany({
    where: { id, attempt, status: 'done' },
    data: { status: 'failed', failure: 'result_lost', attempt: failedAttempt(attempt), endedAt: clock.now() },
  })
}

/** Locks the rows, so that a process that records a result waits, then finds that it is not wanted. */
export function failChecksOfErased({ db, clock }: RowDeps, emailIds: readonly string[]): Promise<number> {
  return db.$executeRaw`
    UPDATE email_checks SET status = 'failed', failure = 'content_gone', deadline_at = NULL, ended_at = ${clock.now()}
     WHERE ended_at IS NULL AND id = ANY(ARRAY(
       SELECT id FROM email_checks WHERE email_id = ANY(${emailIds}::uuid[]) ORDER BY id FOR UPDATE))`
}
