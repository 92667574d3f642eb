import { AccountsError } from '@pas/accounts/accounts-error'
import { normalizeEmailAddress } from '@pas/accounts/get-user'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { OpenidRefusal } from './openid-refusal'
import type { OpenidIdentity } from './open-openid-provider'

/**
 * An identity without a user is linked once, by its verified e-mail address, to a user without another identity (ADR
 * 38). Resolves to the id of an active user. Rejects with `unverified_email` or `unknown_user`.
 */
export async function findOrLinkUser(
  deps: DatabaseDeps,
  identity: OpenidIdentity,
  ip: string | undefined,
): Promise<number> {
  const { issuer, subject } = identity
  const owner = await findOwner(deps, identity)
  if (owner) return assertActive(owner, identity)
  // Before any user is looked up, so that the answer does not tell whether there is one.
  const email = await identity.findVerifiedEmail()
  if (email === null) throw refused('unverified_email', 'The e-mail address is not verified', identity)
  const user = await findUser(deps, email)
  if (!user) throw refused('unknown_user', 'No user has this e-mail address', identity)
  const userId = assertActive(user, identity)
  await deps.db.$transaction(async (tx) => {
    const row = { issuer, subject, userId, linkedAt: deps.clock.now() }
    // Nothing is inserted when another request has just linked this identity, or the user has another one.
    const { count } = await tx.externalIdentity.createMany({ data: row, skipDuplicates: true })
    if (count === 0) return
    await recordAuditEvent(tx, {
      at: deps.clock.now(),
      actor: `user:${userId}`,
      action: 'external_identity.link',
      target: `user:${userId}`,
      ...(ip && { ip }),
      details: { issuer, subject },
    })
  })
  const linked = await findOwner(deps, identity)
  if (linked?.id !== userId) throw refused('unknown_user', 'The user has another identity there', identity)
  return userId
}

interface Candidate {
  id: number
  isActive: boolean
}

const candidateColumns = { id: true, disabledAt: true, account: { select: { disabledAt: true } } } as const
const toCandidate = (user: {
  id: number
  disabledAt: Date | null
  account: { disabledAt: Date | null }
}): Candidate => ({ id: user.id, isActive: user.disabledAt === null && user.account.disabledAt === null })

async function findOwner({ db }: { db: Database }, identity: OpenidIdentity): Promise<Candidate | null> {
  const { issuer, subject } = identity
  const row = await db.externalIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { user: { select: candidateColumns } },
  })
  return row && toCandidate(row.user)
}

async function findUser({ db }: { db: Database }, email: string): Promise<Candidate | null> {
  try {
    const user = await db.user.findUnique({
      where: { email: normalizeEmailAddress(email) },
      select: candidateColumns,
    })
    return user && toCandidate(user)
  } catch (error) {
    if (error instanceof AccountsError) return null
    throw error
  }
}

function assertActive({ id, isActive }: Candidate, identity: OpenidIdentity): number {
  if (isActive) return id
  throw refused('unknown_user', 'The user or their account is disabled', identity, { user: `user:${id}` })
}

/** The audit row names the identity, so that the operator can link it by hand. */
const refused = (
  reason: 'unverified_email' | 'unknown_user',
  message: string,
  { issuer, subject }: OpenidIdentity,
  details: Readonly<Record<string, string>> = {},
): OpenidRefusal => new OpenidRefusal(reason, message, { issuer, subject, detail: message, ...details })
