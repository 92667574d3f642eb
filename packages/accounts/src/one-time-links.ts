import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { issueSecret, sha256 } from './secrets'

const lifetimeMs = 24 * 60 * 60 * 1000
/** How long sending a mail is tried after its link was stored. */
export const mailTriedForMs = 24 * 60 * 60 * 1000

export interface PasswordLink {
  userId: number
  /** `invite` for a new user, `reset` for a lost password. */
  purpose: 'invite' | 'reset'
  /** The mail's, such as `de`; ignored for a link that is shown. */
  language: string
}

export interface UsableLink {
  userId: number
  email: string
  purpose: PasswordLink['purpose']
}

/**
 * For a link that the operator is shown. Ends the user's earlier password links. Throws `user_inactive`. Call it in a
 * transaction.
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
 * Stores a link to be mailed from `dueAt` on; `claimLinkMail` makes its token. Ends the user's earlier password links.
 * Resolves to its id. Throws `user_inactive`. Call it in a transaction.
 */
export async function orderLinkMail(deps: RowDeps, link: PasswordLink, dueAt: Date): Promise<bigint> {
  await lockActiveUser(deps, link.userId)
  await endPasswordLinks(deps, link.userId)
  const { id } = await insertLink(deps, link, { tokenHash: null, mailDueAt: dueAt })
  return id
}

/**
 * A `reset` link to be mailed now. Any stranger can ask for it: it ends no other link, and none is added while one
 * waits. Throws `user_inactive`. Call it in a transaction.
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

/** FOR SHARE: without it, a disabling at the same moment would not see, and not delete, the new link. */
async function lockActiveUser({ db }: RowDeps, userId: number): Promise<void> {
  const activeUsers = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM users u JOIN accounts a ON a.id = u.account_id
     WHERE u.id = ${userId} AND u.disabled_at IS NULL AND a.disabled_at IS NULL
       FOR SHARE OF u, a`
  if (activeUsers.length > 0) return
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

/** Null when it is unknown, used, expired or replaced, or its user or their account is disabled. */
export const findOneTimeLink = (deps: RowDeps, token: string): Promise<UsableLink | null> =>
  findLink(deps, token, Prisma.empty)

/**
 * Uses the link up: one of several concurrent requests gets the user, the others null. Call it in the transaction that
 * replaces the password.
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

/** Ends password links and sign-in links. */
export async function endOneTimeLinks(
  { db }: DbDeps,
  whose: { userId: number } | { accountId: number },
): Promise<void> {
  await db.oneTimeLink.deleteMany({ where: { user: 'userId' in whose ? { id: whose.userId } : whose } })
}

/**
 * A link that signs a user in: auth accepts such links only on loopback. Ends the user's earlier one. Resolves to its
 * token. Throws `user_inactive`. Call it in a transaction.
 */
export async function createSignInLink({ db, clock }: RowDeps, userId: number): Promise<string> {
  await lockActiveUser({ db, clock }, userId)
  const token = issueSecret('oneTimeLink')
  const now = clock.now()
  await db.oneTimeLink.deleteMany({ where: { userId, purpose: 'sign_in' } })
  await db.oneTimeLink.create({
    data: {
      userId,
      tokenHash: sha256(token),
      purpose: 'sign_in',
      language: 'en',
      createdAt: now,
      expiresAt: linkExpiry(now),
    },
  })
  return token
}

/**
 * Null as for `findOneTimeLink`. Only one of concurrent requests succeeds. `madeBy`: the operator, by the audit trail;
 * null for the link that `npm start` makes.
 */
export async function spendSignInLink(
  { db, clock }: RowDeps,
  token: string,
): Promise<{ userId: number; madeBy: string | null } | null> {
  const [spent] = await db.$queryRaw<{ userId: number; madeBy: string | null }[]>`
    DELETE FROM one_time_links l USING users u, accounts a
     WHERE l.token_hash = ${sha256(token)}::bytea AND l.purpose = 'sign_in' AND l.expires_at > ${clock.now()}::timestamptz
       AND u.id = l.user_id AND a.id = u.account_id AND u.disabled_at IS NULL AND a.disabled_at IS NULL
    RETURNING u.id AS "userId", (
      SELECT e.actor FROM audit_events e
       WHERE e.target = 'user:' || u.id AND e.action = 'user.sign_in_link' AND e.at >= l.created_at
       ORDER BY e.id DESC LIMIT 1) AS "madeBy"`
  return spent ?? null
}
