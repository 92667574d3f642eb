import type { DbDeps } from '@pas/db/row-deps'
import { getAccount } from './get-account'

/** A member is null where the installation's limit applies. */
export interface OwnLimits {
  emailsPerMinute: number | null
  capturesPerHour: number | null
  /** Unfinished captures for each engine. */
  capturesWaiting: number | null
  /** Emails and their stored assets. */
  emailBytesPerHour: number | null
  checksPerMinute: number | null
}

export type AppliedLimits = Record<keyof OwnLimits, number>

/** The account's own limits, and the installation's where it has none. */
export async function findAppliedLimits(
  { db }: DbDeps,
  accountId: number,
  installation: AppliedLimits,
): Promise<AppliedLimits> {
  const own = await findAccountLimits({ db }, accountId)
  return {
    emailsPerMinute: own.emailsPerMinute ?? installation.emailsPerMinute,
    capturesPerHour: own.capturesPerHour ?? installation.capturesPerHour,
    capturesWaiting: own.capturesWaiting ?? installation.capturesWaiting,
    emailBytesPerHour: own.emailBytesPerHour ?? installation.emailBytesPerHour,
    checksPerMinute: own.checksPerMinute ?? installation.checksPerMinute,
  }
}

const noOwnLimits: OwnLimits = {
  emailsPerMinute: null,
  capturesPerHour: null,
  capturesWaiting: null,
  emailBytesPerHour: null,
  checksPerMinute: null,
}

/** All null for an account that does not exist. */
export async function findAccountLimits({ db }: DbDeps, accountId: number): Promise<OwnLimits> {
  const row = await db.accountLimits.findUnique({
    where: { accountId },
    omit: { accountId: true },
  })
  if (!row) return noOwnLimits
  // `pas account limits` accepts only numbers below 2^53, so the conversion is exact.
  const { emailBytesPerHour } = row
  return { ...row, emailBytesPerHour: emailBytesPerHour === null ? null : Number(emailBytesPerHour) }
}

/** The api caches limits for ten seconds. Throws `account_not_found`. */
export async function setAccountLimits(
  { db }: DbDeps,
  accountId: number,
  changes: Partial<OwnLimits>,
): Promise<OwnLimits> {
  await getAccount({ db }, accountId)
  await db.accountLimits.upsert({
    where: { accountId },
    create: { accountId, ...changes },
    update: changes,
  })
  return findAccountLimits({ db }, accountId)
}
