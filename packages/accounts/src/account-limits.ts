import type { DbDeps } from '@pas/db/row-deps'
import { getAccount } from './get-account'

/** Null where the installation's limit applies. */
export interface OwnLimits {
  emailsPerMinute: number | null
  capturesPerHour: number | null
  /** Unfinished captures for each engine. */
  capturesWaiting: number | null
  /** Emails and their stored assets. */
  emailBytesPerHour: number | null
  checksPerMinute: number | null
}

const none: OwnLimits = {
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
  if (!row) return none
  // Below 2^53 by the option of `pas account limits`.
  const { emailBytesPerHour } = row
  return { ...row, emailBytesPerHour: emailBytesPerHour === null ? null : Number(emailBytesPerHour) }
}

/** Null: the installation's limit applies again. The api caches limits for ten seconds. Throws `account_not_found`. */
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
