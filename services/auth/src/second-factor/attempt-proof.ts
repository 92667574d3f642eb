import type { AuditNotes } from '@pas/accounts/audit-notes'
import { verifyPassword } from '@pas/accounts/passwords'
import type { Throttle } from '../throttle/open-throttle'
import {
  acceptRecoveryCode,
  acceptTotpCode,
  type SecondFactorDeps,
  type SecondFactorOwner,
} from './second-factors'

/** What a user gives to prove who they are. */
export type Proof = { totpCode: string } | { recoveryCode: string } | { password: string }

/** The result of checking a proof. */
export type ProofAttempt =
  { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'too_many'; retryAfterSeconds: number }

/** What checking proofs needs. */
export interface ProofDeps extends SecondFactorDeps {
  throttle: Pick<Throttle, 'proofsPerUser'>
  refusalTrail: AuditNotes
}

/**
 * Checks a proof of a user who has given the right password or has a session. Each attempt is counted as a failure
 * before the check, so that parallel guesses cannot pass the limit; a right proof resets the user's failures, a wrong
 * one leaves an audit row. Throws `ThrottleUnavailableError` while Redis is away.
 */
export async function attemptProof(
  deps: ProofDeps,
  owner: SecondFactorOwner,
  proof: Proof,
): Promise<ProofAttempt> {
  const { throttle, refusalTrail } = deps
  const user = `user:${owner.userId}`
  const waitSeconds = await throttle.proofsPerUser.spend(user)
  if (waitSeconds !== null) return { outcome: 'too_many', retryAfterSeconds: waitSeconds }
  if (await isRight(deps, owner, proof)) {
    await throttle.proofsPerUser.reset(user)
    return { outcome: 'right' }
  }
  void refusalTrail.write({
    actor: 'anonymous',
    action: 'second_factor.prove.failed',
    target: user,
    ...(owner.ip && { ip: owner.ip }),
  })
  return { outcome: 'wrong' }
}

async function isRight(deps: ProofDeps, owner: SecondFactorOwner, proof: Proof): Promise<boolean> {
  if ('totpCode' in proof) return acceptTotpCode(deps, owner.userId, proof.totpCode)
  if ('recoveryCode' in proof) return acceptRecoveryCode(deps, owner, proof.recoveryCode)
  const user = await deps.db.user.findUnique({
    where: { id: owner.userId },
    select: { passwordHash: true },
  })
  return verifyPassword(user?.passwordHash ?? null, proof.password)
}
