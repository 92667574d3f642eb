import type { DbDeps } from '@pas/db/row-deps'
import { getAccount } from './get-account'

/** An account's own limits; null where the installation's limit applies. */
export interface OwnLimits {
  emailsPerMinute: number | null
  capturesPerHour: number | null
  /** Unfinished captures for each engine. */
  capturesWaiting: number | null
  /** Bytes of emails and their assets that are stored. */
  emailBytesPerHour: number | null
  /** Requests for checks of emails. */
  checksPerMinute: number | null
}

const none: OwnLimits = {
  emailsPerMinute: null,
  capturesPerHour: null,
  capturesWaiting: null,
  emailBytesPerHour: null,
  checksPerMinute: null,
}

/** An account's own limits; all null for an account that has none, and for one that does not exist. */
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

/**
 * Changes the limits that `changes` has; null goes back to the installation's limit. Resolves to all of the account's
 * own limits. The api's processes apply a change within ten seconds, because they remember limits for so long. Throws
 * `account_not_found`.
 */
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
