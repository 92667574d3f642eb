import type { AuditNotes } from '@pas/accounts/audit-notes'
import { verifyPassword } from '@pas/accounts/passwords'
import { spendProof, type ProofSource, type ProofThrottle } from '../throttle/spend-proof'
import {
  acceptRecoveryCode,
  acceptTotpCode,
  type SecondFactorDeps,
  type SecondFactorOwner,
} from './second-factors'

export type Proof = { totpCode: string } | { recoveryCode: string } | { password: string }

export type ProofAttempt =
  { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'too_many'; retryAfterSeconds: number }

export interface ProofDeps extends SecondFactorDeps {
  throttle: ProofThrottle
  refusalTrail: AuditNotes
}

export type Prover = SecondFactorOwner & ProofSource

/**
 * Counts before it checks, so that parallel guesses cannot pass the limits. A right recovery code always passes: it
 * has 80 random bits, and wrong ones are counted only to bound their audit rows. Calls `onLastFailure` after the last
 * wrong proof that the place may make. Throws `ThrottleUnavailableError` while Redis is away.
 */
export async function attemptProof(
  deps: ProofDeps,
  prover: Prover,
  proof: Proof,
  onLastFailure: () => Promise<void> = () => Promise.resolve(),
): Promise<ProofAttempt> {
  if ('recoveryCode' in proof && (await acceptRecoveryCode(deps, prover, proof.recoveryCode)))
    return { outcome: 'right' }
  const counted = await spendProof(deps.throttle, prover)
  if ('waitSeconds' in counted) return { outcome: 'too_many', retryAfterSeconds: counted.waitSeconds }
  if (!('recoveryCode' in proof) && (await isRight(deps, prover, proof))) {
    await counted.succeeded()
    return { outcome: 'right' }
  }
  void deps.refusalTrail.write({
    actor: 'anonymous',
    action: 'second_factor.prove.failed',
    target: `user:${prover.userId}`,
    ...(prover.ip && { ip: prover.ip }),
  })
  if (counted.isLast) await onLastFailure()
  return { outcome: 'wrong' }
}

async function isRight(
  deps: ProofDeps,
  owner: SecondFactorOwner,
  proof: Exclude<Proof, { recoveryCode: string }>,
): Promise<boolean> {
  if ('totpCode' in proof) return acceptTotpCode(deps, owner, proof.totpCode)
  const user = await deps.db.user.findUnique({
    where: { id: owner.userId },
    select: { passwordHash: true },
  })
  return verifyPassword(user?.passwordHash ?? null, proof.password)
}
