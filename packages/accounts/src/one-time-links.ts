import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { issueSecret, sha256 } from './secrets'

/** How long a one-time link can be used. */
const lifetimeMs = 24 * 60 * 60 * 1000
/** How long after the request for a mail it may still be sent. */
export const mailTriedForMs = 24 * 60 * 60 * 1000

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
 * replaces the user's earlier links, which no longer work. Throws `user_inactive`. Call it in a transaction.
 */
export async function createOneTimeLink(
  deps: RowDeps,
  linkFor: OneTimeLinkFor,
): Promise<{ token: string; expiresAt: Date }> {
  const token = issueSecret('oneTimeLink')
  await lockActiveUser(deps, linkFor.userId)
  await endPasswordLinks(deps, linkFor.userId)
  const { expiresAt } = await insertLink(deps, linkFor, { tokenHash: sha256(token), mailDueAt: null })
  return { token, expiresAt }
}

/**
 * Stores that the operator's link is to be sent by mail at `dueAt`; `claimLinkMail` then makes it. It replaces the
 * user's earlier links, which no longer work. Resolves to the link's id. Throws `user_inactive`. Call it in a
 * transaction.
 */
export async function orderLinkMail(deps: RowDeps, linkFor: OneTimeLinkFor, dueAt: Date): Promise<bigint> {
  await lockActiveUser(deps, linkFor.userId)
  await endPasswordLinks(deps, linkFor.userId)
  const { id } = await insertLink(deps, linkFor, { tokenHash: null, mailDueAt: dueAt })
  return id
}

/**
 * Stores that a link to a new password, for which a visitor asked, is to be sent by mail now. Any stranger can ask, so
 * it ends none of the user's other links; while a mail with such a link is waiting already, nothing is stored. Throws
 * `user_inactive`. Call it in a transaction.
 */
export async function requestResetMail(
  deps: RowDeps,
  { userId, language }: Pick<OneTimeLinkFor, 'userId' | 'language'>,
): Promise<void> {
  await lockActiveUser(deps, userId)
  const now = deps.clock.now()
  const waiting = await deps.db.oneTimeLink.count({
    where: {
      userId,
      purpose: 'reset',
      mailDueAt: { not: null },
      createdAt: { gt: new Date(now.getTime() - mailTriedForMs) },
    },
  })
  if (waiting > 0) return
  const linkFor: OneTimeLinkFor = { userId, purpose: 'reset', language }
  await insertLink(deps, linkFor, { tokenHash: null, mailDueAt: now })
}

/** FOR SHARE: a user who is being disabled gets no link that would outlive it. */
async function lockActiveUser({ db }: RowDeps, userId: number): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM users u JOIN accounts a ON a.id = u.account_id
     WHERE u.id = ${userId} AND u.disabled_at IS NULL AND a.disabled_at IS NULL
       FOR SHARE OF u, a`
  if (found.length > 0) return
  throw new AccountsError(
    'user_inactive',
    'The user, or their account, is disabled and cannot sign in: enable it first.',
  )
}

async function endPasswordLinks({ db }: RowDeps, userId: number): Promise<void> {
  await db.oneTimeLink.deleteMany({ where: { userId, purpose: { not: 'sign_in' } } })
}

async function insertLink(
  { db, clock }: RowDeps,
  linkFor: OneTimeLinkFor,
  link: { tokenHash: Uint8Array<ArrayBuffer> | null; mailDueAt: Date | null },
): Promise<{ id: bigint; expiresAt: Date }> {
  const createdAt = clock.now()
  const { userId, purpose, language } = linkFor
  return db.oneTimeLink.create({
    data: { userId, purpose, language, ...link, createdAt, expiresAt: linkExpiry(createdAt) },
    select: { id: true, expiresAt: true },
  })
}

export const linkExpiry = (now: Date): Date => new Date(now.getTime() + lifetimeMs)

/**
 * The link that has this token. Null when there is none, when it was used, has expired or was ended by the
 * operator's newer one, and when its user is disabled.
 */
export const findOneTimeLink = (deps: RowDeps, token: string): Promise<UsableLink | null> =>
  findLink(deps, token, Prisma.empty)

/**
 * Uses a link up: resolves to the user whose password the caller then replaces, or to null when the link cannot be
 * used. Call it in the transaction that replaces the password. When several requests use one link at once, one
 * succeeds.
 */
export async function spendOneTimeLink(deps: RowDeps, token: string): Promise<UsableLink | null> {
  // Locks the user's row first, as every change of a password does, so that two of them cannot deadlock.
  const link = await findLink(deps, token, Prisma.sql`FOR NO KEY UPDATE OF u`)
  const { count } = await deps.db.oneTimeLink.deleteMany({ where: { tokenHash: sha256(token) } })
  return count === 0 ? null : link
}

async function findLink({ db, clock }: RowDeps, token: string, lock: Prisma.Sql): Promise<UsableLink | null> {
  const [link] = await db.$queryRaw<UsableLink[]>`
    SELECT u.id AS "userId", u.email, l.purpose
      FROM one_time_links l JOIN users u ON u.id = l.user_id JOIN accounts a ON a.id = u.account_id
     WHERE l.token_hash = ${sha256(token)} AND l.purpose <> 'sign_in' AND l.expires_at > ${clock.now()}
       AND u.disabled_at IS NULL AND a.disabled_at IS NULL ${lock}`
  return link ?? null
}

/** Ends the one-time links of a user, or of every user of an account. */
export async function endOneTimeLinks(
  { db }: DbDeps,
  whose: { userId: number } | { accountId: number },
): Promise<void> {
  await db.oneTimeLink.deleteMany({ where: { user: 'userId' in whose ? { id: whose.userId } : whose } })
}
