import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { PageError } from '@pas/pages/page-error'
import type { Clock } from '@pas/runtime/clock'
import type { Sealer } from '@pas/pages/sealing/create-sealer'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes'
import { secondFactorTexts } from './second-factor-texts'
import { findTimeStep } from './totp'

export interface SecondFactorDeps extends DatabaseDeps {
  sealer: Sealer
}

export interface SecondFactorOwner {
  userId: number
  ip: string | undefined
  language: string
}

export interface SecondFactor {
  enabledAt: Date
  recoveryCodesLeft: number
}

/** A sealed secret does not open when it is moved to another user's row. */
export const totpSecretContext = (userId: number): string => `totp-secret:${userId}`

export async function findSecondFactor(
  { db }: Pick<SecondFactorDeps, 'db'>,
  userId: number,
): Promise<SecondFactor | null> {
  const row = await db.secondFactor.findUnique({
    where: { userId },
    select: { enabledAt: true, _count: { select: { recoveryCodes: true } } },
  })
  return row && { enabledAt: row.enabledAt, recoveryCodesLeft: row._count.recoveryCodes }
}

/**
 * Resolves to the recovery codes; to null when the user already has a second factor. The code of the time step
 * `usedStep` confirmed it, and does not work again.
 */
export async function enableSecondFactor(
  { db, clock }: SecondFactorDeps,
  owner: SecondFactorOwner,
  { sealedSecret, usedStep }: { sealedSecret: Uint8Array<ArrayBuffer>; usedStep: number },
): Promise<string[] | null> {
  const { userId, language } = owner
  return db.$transaction(async (tx) => {
    const row = { userId, secret: sealedSecret, lastUsedStep: usedStep, enabledAt: clock.now(), language }
    const { count } = await tx.secondFactor.createMany({ data: row, skipDuplicates: true })
    if (count === 0) return null
    await recordEvent(tx, clock, 'second_factor.enable', owner)
    return storeRecoveryCodes(tx, userId)
  })
}

export async function disableSecondFactor(
  { db, clock }: SecondFactorDeps,
  owner: SecondFactorOwner,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.deleteMany({ where: { userId: owner.userId } })
    if (count > 0) await recordEvent(tx, clock, 'second_factor.disable', owner)
    return count > 0
  })
}

/** Resolves to null for a user without a second factor. */
export async function replaceRecoveryCodes(
  { db, clock }: SecondFactorDeps,
  owner: SecondFactorOwner,
): Promise<string[] | null> {
  const { userId } = owner
  return db.$transaction(async (tx) => {
    // Locks the row, so that two requests cannot leave twenty codes, and it cannot be deleted meanwhile.
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM second_factors WHERE user_id = ${userId}::int FOR UPDATE`
    if (rows.length === 0) return null
    await tx.recoveryCode.deleteMany({ where: { userId } })
    await recordEvent(tx, clock, 'second_factor.replace_recovery_codes', owner)
    return storeRecoveryCodes(tx, userId)
  })
}

/**
 * The compare-and-set on the time step lets only one of several requests with the same code pass (RFC 6238 §5.2). Seals
 * the secret again, so that a new key of ENCRYPTION_KEYS replaces an older one. The language is for mails.
 */
export async function acceptTotpCode(
  { db, clock, sealer }: SecondFactorDeps,
  { userId, language }: SecondFactorOwner,
  code: string,
): Promise<boolean> {
  const row = await db.secondFactor.findUnique({ where: { userId } })
  if (!row) return false
  const secret = sealer.open(row.secret, totpSecretContext(userId))
  if (secret === null) throw unreadableSecret(userId)
  const step = findTimeStep(secret, code, clock.now())
  if (step === null) return false
  const { count } = await db.secondFactor.updateMany({
    where: { userId, secret: row.secret, lastUsedStep: { lt: step } },
    data: { lastUsedStep: step, language, secret: sealer.seal(secret, totpSecretContext(userId)) },
  })
  return count === 1
}

/** Deletes the code, so that it works once. */
export async function acceptRecoveryCode(
  { db, clock }: SecondFactorDeps,
  owner: SecondFactorOwner,
  typed: string,
): Promise<boolean> {
  const { userId } = owner
  return db.$transaction(async (tx) => {
    const { count } = await tx.recoveryCode.deleteMany({
      where: { userId, codeHash: hashRecoveryCode(typed) },
    })
    if (count === 0) return false
    const codesLeft = await tx.recoveryCode.count({ where: { userId } })
    await recordEvent(tx, clock, 'second_factor.use_recovery_code', owner, { left: codesLeft })
    return true
  })
}

async function storeRecoveryCodes(tx: Prisma.TransactionClient, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })),
  })
  return codes
}

async function recordEvent(
  tx: Prisma.TransactionClient,
  clock: Clock,
  action: string,
  { userId, ip }: Pick<SecondFactorOwner, 'userId' | 'ip'>,
  details?: Prisma.InputJsonObject,
): Promise<void> {
  const user = `user:${userId}`
  await recordAuditEvent(tx, {
    at: clock.now(),
    actor: user,
    action,
    target: user,
    ...(ip && { ip }),
    ...(details && { details }),
  })
}

const unreadableSecret = (userId: number): PageError =>
  new PageError('internal', (language) => secondFactorTexts[language].unreadable, {
    cause: new Error(`No key of ENCRYPTION_KEYS opens the second factor of user ${userId}`),
  })
