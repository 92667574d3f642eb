import type { AccountsDeps } from './accounts-deps'
import { getAccount } from './get-account'

/** An account's own limits; null where the installation's limit applies. */
export interface OwnLimits {
  emailsPerMinute: number | null
  capturesPerHour: number | null
  /** Unfinished captures for each engine. */
  capturesWaiting: number | null
}

const none: OwnLimits = { emailsPerMinute: null, capturesPerHour: null, capturesWaiting: null }

/** An account's own limits; all null for an account that has none, and for one that does not exist. */
export async function findAccountLimits(
  { db }: Pick<AccountsDeps, 'db'>,
  accountId: number,
): Promise<OwnLimits> {
  const row = await db.accountLimits.findUnique({
    where: { accountId },
    select: { emailsPerMinute: true, capturesPerHour: true, capturesWaiting: true },
  })
  return row ?? none
}

/**
 * Changes the limits that `changes` has; null goes back to the installation's limit. Resolves to all of the account's
 * own limits. The api's processes apply a change within ten seconds, because they remember limits for so long. Throws
 * `account_not_found`.
 */
export async function setAccountLimits(
  { db }: Pick<AccountsDeps, 'db'>,
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
