import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { issueSecret, sha256 } from './secrets'

/** How long a one-time link can be used. */
const lifetimeMs = 24 * 60 * 60 * 1000
/** How long sending a link by mail is tried, from the time at which the link was stored. */
export const mailTriedForMs = 24 * 60 * 60 * 1000

/** A one-time link with which this user chooses a password. Links that sign in are in `sign-in-links`. */
export interface PasswordLink {
  userId: number
  /** `invite` for a new user, `reset` for a lost password. */
  purpose: 'invite' | 'reset'
  /** The language of the mail with the link, such as `de`; ignored for a link that is shown. */
  language: string
}

/** A password link that can be used. */
export interface UsableLink {
  userId: number
  email: string
  purpose: PasswordLink['purpose']
}

/**
 * Makes a link that is shown to the operator; resolves to its token in clear text, and to the time at which it ends. It
 * replaces the user's earlier password links, which no longer work. Throws `user_inactive`. Call it in a transaction.
 */
export async function createOneTimeLink(
  deps: RowDeps,
  link: PasswordLink,
): Promise<{ token: string; expiresAt: Date }> {
  const token = issueSecret('oneTimeLink')
  await lockActiveUser(deps, link.userId)
  await endPasswordLinks(deps, link.userId)
  const { expiresAt } = await insertLink(deps, link, { tokenHash: sha256(token), mailDueAt: null })
  return { token, expiresAt }
}

/**
 * Stores a link for which an operator asked, to be sent by mail from `dueAt` on: `claimLinkMail` makes its token. It
 * replaces the user's earlier password links, which no longer work. Resolves to the link's id. Throws `user_inactive`.
 * Call it in a transaction.
 */
export async function orderLinkMail(deps: RowDeps, link: PasswordLink, dueAt: Date): Promise<bigint> {
  await lockActiveUser(deps, link.userId)
  await endPasswordLinks(deps, link.userId)
  const { id } = await insertLink(deps, link, { tokenHash: null, mailDueAt: dueAt })
  return id
}

/**
 * Stores a `reset` link for which a visitor asked, to be sent by mail now. Any stranger can ask, so it ends none of the
 * user's other links, and stores nothing while such a mail still waits. Throws `user_inactive`. Call it in a
 * transaction.
 */
export async function requestResetMail(
  deps: RowDeps,
  { userId, language }: Pick<PasswordLink, 'userId' | 'language'>,
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
  await insertLink(deps, { userId, purpose: 'reset', language }, { tokenHash: null, mailDueAt: now })
}

/** FOR SHARE: without it, a disabling at the same moment would not see the new link, and so not delete it. */
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
  { userId, purpose, language }: PasswordLink,
  { tokenHash, mailDueAt }: { tokenHash: Uint8Array<ArrayBuffer> | null; mailDueAt: Date | null },
): Promise<{ id: bigint; expiresAt: Date }> {
  const createdAt = clock.now()
  return db.oneTimeLink.create({
    data: { userId, purpose, language, tokenHash, mailDueAt, createdAt, expiresAt: linkExpiry(createdAt) },
    select: { id: true, expiresAt: true },
  })
}

export const linkExpiry = (now: Date): Date => new Date(now.getTime() + lifetimeMs)

/**
 * The password link with this token. Null when there is none, when it was used, has expired or was replaced by the
 * operator's newer one, and when its user or their account is disabled.
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

/** Ends the one-time links, also those that sign in, of a user or of every user of an account. */
export async function endOneTimeLinks(
  { db }: DbDeps,
  whose: { userId: number } | { accountId: number },
): Promise<void> {
  await db.oneTimeLink.deleteMany({ where: { user: 'userId' in whose ? { id: whose.userId } : whose } })
}
