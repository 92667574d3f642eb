import { Prisma } from '@pas/db/database'
import type { AccountsDeps } from './accounts-deps'
import { AccountsError } from './accounts-error'
import { issueSecret, sha256 } from './secrets'

/** How long a one-time link can be used. */
const lifetimeMs = 24 * 60 * 60 * 1000

/** Whom a one-time link is for: it lets this user choose a password, once. */
export interface OneTimeLinkFor {
  userId: number
  /** `invite` for a new user, `reset` for a lost password. Links that sign in are in `sign-in-links`. */
  purpose: 'invite' | 'reset'
  /** The language of the mail with the link, such as `de`; ignored for a link that is shown. */
  language: string
}

/** A one-time link that its holder may use. */
export interface UsableLink {
  userId: number
  email: string
  purpose: OneTimeLinkFor['purpose']
}

/**
 * Makes a link to show to the operator; resolves to its token in clear text, and to the time at which it ends. It
 * replaces the user's earlier link, which no longer works. Throws `user_inactive`.
 */
export async function createOneTimeLink(
  deps: AccountsDeps,
  linkFor: OneTimeLinkFor,
): Promise<{ token: string; expiresAt: Date }> {
  const token = issueSecret('oneTimeLink')
  const expiresAt = await replaceLink(deps, linkFor, { tokenHash: sha256(token), mailDueAt: null })
  return { token, expiresAt }
}

/**
 * Stores that a link is to be sent by mail at `dueAt`; `claimLinkMail` then makes it. It replaces the user's earlier
 * link, which no longer works. Throws `user_inactive`.
 */
export async function requestLinkMail(
  deps: AccountsDeps,
  linkFor: OneTimeLinkFor,
  dueAt: Date,
): Promise<void> {
  await replaceLink(deps, linkFor, { tokenHash: null, mailDueAt: dueAt })
}

async function replaceLink(
  { db, clock }: AccountsDeps,
  { userId, purpose, language }: OneTimeLinkFor,
  { tokenHash, mailDueAt }: { tokenHash: Uint8Array<ArrayBuffer> | null; mailDueAt: Date | null },
): Promise<Date> {
  const now = clock.now()
  const expiresAt = linkExpiry(now)
  // FOR SHARE: a user who is being disabled gets no link that would outlive it.
  const stored = await db.$executeRaw`
    INSERT INTO one_time_links (user_id, token_hash, purpose, language, created_at, expires_at, mail_due_at)
    SELECT u.id, ${tokenHash}::bytea, ${purpose}, ${language}, ${now}::timestamptz, ${expiresAt}::timestamptz,
           ${mailDueAt}::timestamptz
      FROM users u JOIN accounts a ON a.id = u.account_id
     WHERE u.id = ${userId} AND u.disabled_at IS NULL AND a.disabled_at IS NULL
       FOR SHARE OF u, a
    ON CONFLICT (user_id) DO UPDATE
       SET token_hash = excluded.token_hash, purpose = excluded.purpose, language = excluded.language,
           created_at = excluded.created_at, expires_at = excluded.expires_at, mail_due_at = excluded.mail_due_at,
           mail_attempts = 0`
  if (stored === 0) {
    throw new AccountsError(
      'user_inactive',
      'The user, or their account, is disabled and cannot sign in: enable it first.',
    )
  }
  return expiresAt
}

/** The time at which a link that is made now ends. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + lifetimeMs)

/**
 * The link that has this token. Null when there is none, when it was used, has expired or was replaced by a newer one,
 * and when its user is disabled.
 */
export const findOneTimeLink = (deps: AccountsDeps, token: string): Promise<UsableLink | null> =>
  findLink(deps, token, Prisma.empty)

/**
 * Uses a link up: resolves to the user whose password the caller then replaces, or to null when the link cannot be
 * used. Call it in the transaction that replaces the password. When several requests use one link at once, one
 * succeeds.
 */
export async function spendOneTimeLink(deps: AccountsDeps, token: string): Promise<UsableLink | null> {
  // Locks the user's row first, as every change of a password does, so that two of them cannot deadlock.
  const link = await findLink(deps, token, Prisma.sql`FOR NO KEY UPDATE OF u`)
  const { count } = await deps.db.oneTimeLink.deleteMany({ where: { tokenHash: sha256(token) } })
  return count === 0 ? null : link
}

async function findLink(
  { db, clock }: AccountsDeps,
  token: string,
  lock: Prisma.Sql,
): Promise<UsableLink | null> {
  const [link] = await db.$queryRaw<UsableLink[]>`
    SELECT u.id AS "userId", u.email, l.purpose
      FROM one_time_links l JOIN users u ON u.id = l.user_id JOIN accounts a ON a.id = u.account_id
     WHERE l.token_hash = ${sha256(token)} AND l.purpose <> 'sign_in' AND l.expires_at > ${clock.now()}
       AND u.disabled_at IS NULL AND a.disabled_at IS NULL ${lock}`
  return link ?? null
}

/** Ends the one-time link of a user, or of every user of an account. */
export async function endOneTimeLinks(
  { db }: Pick<AccountsDeps, 'db'>,
  whose: { userId: number } | { accountId: number },
): Promise<void> {
  await db.oneTimeLink.deleteMany({ where: { user: 'userId' in whose ? { id: whose.userId } : whose } })
}
