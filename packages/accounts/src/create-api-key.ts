import type { RowDeps } from '@pas/db/row-deps'
import { AccountsError } from './accounts-error'
import { getAccount } from './get-account'
import { getOauthApplication } from './get-oauth-application'
import { apiKeyPrefix, issueSecret, sha256 } from './secrets'

export interface NewApiKey {
  accountId: number
  clientId?: string | undefined
  name?: string | null
  /** The admin who makes it, with whom it ends. */
  userId?: number | null
  /** It sends mail in by SMTP and does nothing else. */
  onlyMail?: boolean
  /** As `issueSecret` makes it, which is the default. */
  apiKey?: string
}

/**
 * Resolves to the key, of which only the hash is stored. Throws `account_not_found`, `application_not_found` or
 * `application_not_in_account`.
 */
export async function createApiKey(
  { db, clock }: RowDeps,
  {
    accountId,
    clientId,
    name = null,
    userId = null,
    onlyMail = false,
    apiKey = issueSecret('apiKey'),
  }: NewApiKey,
): Promise<string> {
  await getAccount({ db }, accountId)
  const application = clientId === undefined ? null : await getOauthApplication({ db }, clientId)
  if (application && application.accountId !== accountId) {
    throw new AccountsError(
      'application_not_in_account',
      `The application belongs to account ${application.accountId}, not to account ${accountId}: name its own account.`,
    )
  }
  await db.apiKey.create({
    data: {
      accountId,
      oauthApplicationId: application?.id ?? null,
      name,
      userId,
      onlyMail,
      prefix: apiKeyPrefix(apiKey),
      keyHash: sha256(apiKey),
      createdAt: clock.now(),
    },
  })
  return apiKey
}
