import { Prisma } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { createUser, type CreatedUser } from './create-user'
import { nextMailAttempt } from './link-mails'
import { linkExpiry, mailTriedForMs } from './one-time-links'
import { hashPassword } from './passwords'
import { issueSecret, sha256 } from './secrets'
import { lockAccount, type UserRole } from './user-roles'

export interface NewInvitation {
  accountId: number
  /** Normalized (`normalizeEmailAddress`). */
  email: string
  role: UserRole
  invitedByUserId: number
  /** The mail's, such as `de`. */
  language: string
}

export interface ShownInvitation {
  id: number
  email: string
  role: UserRole
  createdAt: Date
  expiresAt: Date
}

export interface UsableInvitation {
  id: number
  accountId: number
  accountName: string
  email: string
  role: UserRole
}

/** Replaces an earlier invitation of this address into the account. Resolves to the link's token, and to the id. */
export async function createInvitation(
  { db, clock }: RowDeps,
  invitation: NewInvitation,
  { isMailed }: { isMailed: boolean },
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const { accountId, email, ...facts } = invitation
  const token = issueSecret('invitation')
  const createdAt = clock.now()
  const row = {
    ...facts,
    createdAt,
    expiresAt: linkExpiry(createdAt),
    // A mail's token is made when it is sent.
    tokenHash: isMailed ? null : sha256(token),
    mailDueAt: isMailed ? createdAt : null,
    mailAttempts: 0,
  }
  const { id } = await db.invitation.upsert({
    where: { accountId_email: { accountId, email } },
    create: { accountId, email, ...row },
    update: row,
    select: { id: true },
  })
  return { id, token, expiresAt: row.expiresAt }
}

/** SQL condition on `invitations v`, `users i` and `accounts a`: has not expired, and is from an admin. */
const isUsable = (now: Date): Prisma.Sql => Prisma.sql`
  v.expires_at > ${now}::timestamptz AND a.disabled_at IS NULL AND i.disabled_at IS NULL AND i.role = 'admin'`

/** Those that can be taken, oldest first. */
export const listInvitations = (
  { db, clock }: RowDeps,
  accountId: number,
): Promise<ShownInvitation[]> => db.$queryRaw<ShownInvitation[]>`
    SELECT v.id, v.email, v.role, v.created_at AS "createdAt", v.expires_at AS "expiresAt"
      FROM invitations v JOIN users i ON i.id = v.invited_by_user_id JOIN accounts a ON a.id = v.account_id
     WHERE v.account_id = ${accountId}::int AND ${isUsable(clock.now())} ORDER BY v.id`

/** False when the account has none with this id. */
export async function deleteInvitation({ db }: DbDeps, accountId: number, id: number): Promise<boolean> {
  return (await db.invitation.deleteMany({ where: { id, accountId } })).count > 0
}

/** Null when it is unknown, taken, replaced or expired, its admin is one no more, or someone is disabled. */
export const findInvitation = (deps: RowDeps, token: string): Promise<UsableInvitation | null> =>
  readInvitation(deps, token, Prisma.empty)

async function readInvitation(
  { db, clock }: RowDeps,
  token: string,
  lock: Prisma.Sql,
): Promise<UsableInvitation | null> {
  const [invitation] = await db.$queryRaw<UsableInvitation[]>`
    SELECT v.id, v.account_id AS "accountId", a.name AS "accountName", v.email, v.role
      FROM invitations v JOIN users i ON i.id = v.invited_by_user_id JOIN accounts a ON a.id = v.account_id
     WHERE v.token_hash = ${sha256(token)} AND ${isUsable(clock.now())} ${lock}`
  return invitation ?? null
}

/**
 * Uses the invitation up, and makes its user; null for an address that has one, who then stays as they are. Null as for
 * `findInvitation`. Call it in a transaction. Throws `email_taken` when the user was made at the same moment.
 */
export async function takeInvitation(
  { db, clock }: RowDeps,
  token: string,
  person: { firstName: string; lastName: string; password: string },
): Promise<{ invitation: UsableInvitation; user: CreatedUser | null } | null> {
  // Users, their account, then the invitation: in the order of whoever removes the admin or withdraws the invitation.
  const [found] = await db.$queryRaw<{ accountId: number }[]>`
    SELECT v.account_id AS "accountId" FROM invitations v JOIN users i ON i.id = v.invited_by_user_id
     WHERE v.token_hash = ${sha256(token)} FOR SHARE OF i`
  if (!found) return null
  await lockAccount({ db }, found.accountId)
  const invitation = await readInvitation({ db, clock }, token, Prisma.sql`FOR UPDATE OF v`)
  if (!invitation) return null
  const { id, accountId, email, role } = invitation
  await db.invitation.delete({ where: { id } })
  if (await db.user.findUnique({ where: { email }, select: { id: true } })) {
    // As much work as for a new user, so that the time does not tell.
    await hashPassword(person.password)
    return { invitation, user: null }
  }
  const user = await createUser({ db, clock }, { accountId, email, role, ...person })
  return { invitation, user }
}

export interface InvitationMail {
  id: number
  email: string
  accountName: string
  invitedBy: string
  language: string
  token: string
  /** Whether the address has a user, so that the mail says that it cannot be invited. */
  isTaken: boolean
}

/** Claims a due mail; each attempt makes a new token, as `claimLinkMail` does. Null when none is due. */
export async function claimInvitationMail({ db, clock }: RowDeps): Promise<InvitationMail | null> {
  const now = clock.now()
  const token = issueSecret('invitation')
  const triedFrom = new Date(now.getTime() - mailTriedForMs)
  const [mail] = await db.$queryRaw<Omit<InvitationMail, 'token'>[]>`
    UPDATE invitations invitation
       SET token_hash = ${sha256(token)}::bytea, expires_at = ${linkExpiry(now)}::timestamptz,
           mail_attempts = invitation.mail_attempts + 1,
           mail_due_at = ${nextMailAttempt(now, Prisma.sql`invitation.mail_attempts`)}
      FROM accounts account, users inviter
     WHERE account.id = invitation.account_id AND inviter.id = invitation.invited_by_user_id AND invitation.id = (
             SELECT v.id
               FROM invitations v JOIN users i ON i.id = v.invited_by_user_id JOIN accounts a ON a.id = v.account_id
              WHERE v.mail_due_at <= ${now}::timestamptz AND v.created_at > ${triedFrom}::timestamptz
                AND ${isUsable(now)}
              ORDER BY v.mail_attempts, v.mail_due_at LIMIT 1 FOR UPDATE OF v SKIP LOCKED)
    RETURNING invitation.id, invitation.email, account.name AS "accountName", inviter.email AS "invitedBy",
              invitation.language, EXISTS (SELECT FROM users u WHERE u.email = invitation.email) AS "isTaken"`
  return mail ? { ...mail, token } : null
}

/** For a mail that was sent, or that the mail server refuses for good. The link stays usable. */
export async function markInvitationMailed({ db }: DbDeps, { token }: InvitationMail): Promise<void> {
  await db.invitation.updateMany({ where: { tokenHash: sha256(token) }, data: { mailDueAt: null } })
}
